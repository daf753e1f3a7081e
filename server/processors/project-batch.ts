import type { Projection, Recorded, Statement } from '../../projections/projection.ts';
import { decodeConversationEvent, decodeTurnEvent } from '../../schema/events/decode.ts';
import { type DomainEvent, isTerminal, type TurnEvent } from '../../schema/events/index.ts';
import type { EventStore, Filter, RecordedEvent } from '../eventstore/event-store.ts';

/** An event that a projection cannot take; `cause` says why. */
export class PoisonError extends Error {
  override readonly name = 'PoisonError';
  readonly event: RecordedEvent;
  constructor(event: RecordedEvent, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.event = event;
  }
}

export const filterOf = ({ types }: Projection): Filter => ({ categories: ['turn', 'conversation'], types });

const decode = (recorded: RecordedEvent): Recorded<DomainEvent> | null => {
  const event = decodeTurnEvent(recorded) ?? decodeConversationEvent(recorded);
  const { stream, revision, position, recordedAt } = recorded;
  return event && { ...event, stream, revision, position, recordedAt };
};

/** The turn's story up to its end. */
const storyOf = async (store: EventStore, end: RecordedEvent): Promise<Recorded<TurnEvent>[]> => {
  const story: Recorded<TurnEvent>[] = [];
  for await (const recorded of store.readStream(end.stream.name)) {
    const event = decodeTurnEvent(recorded);
    const { stream, revision, position, recordedAt } = recorded;
    if (event) story.push({ ...event, stream, revision, position, recordedAt });
    if (recorded.revision >= end.revision) break;
  }
  return story;
};

/** What an event makes of the rows. @throws PoisonError where the projection cannot take it */
export const projectEvent = async (
  store: EventStore,
  projection: Projection,
  recorded: RecordedEvent,
): Promise<readonly Statement[]> => {
  const story = isTerminal(recorded) ? await storyOf(store, recorded) : [];
  try {
    const event = decode(recorded);
    return event ? projection.project(event, story) : [];
  } catch (error) {
    throw new PoisonError(recorded, error);
  }
};
