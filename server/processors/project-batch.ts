import type { Projection, Recorded, Statement } from '../../projections/projection.ts';
import { decodeEvent, decodeTurnEvent } from '../../schema/events/decode.ts';
import { type DomainEvent, eventSchemas, isTerminal, type TurnEvent } from '../../schema/events/index.ts';
import type { Position } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore, Filter, RecordedEvent } from '../eventstore/event-store.ts';

const sqlState = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Connections, deadlocks, time-outs, a full disk: not the event's fault, and trying again may help. */
const isPassing = (error: unknown): boolean =>
  error instanceof TurnlogError || /^(08|25|40|53|55|57|58)...$/.test(sqlState(error) ?? '');

/** Words for health. What a database says of data (class 22) quotes the data, which may be what somebody wrote. */
const whyOf = (error: unknown): string => {
  const state = sqlState(error);
  if (state?.startsWith('22')) return `the database refuses the data (${state})`;
  return error instanceof Error ? error.message : 'unknown';
};

/** An event that a projection cannot take. */
export class PoisonError extends Error {
  override readonly name = 'PoisonError';
  readonly event: RecordedEvent;
  constructor(event: RecordedEvent, cause: unknown) {
    super(whyOf(cause), { cause });
    this.event = event;
  }
}

export const filterOf = ({ types }: Projection): Filter => ({ categories: Object.keys(eventSchemas), types });

/** The event comes last: V8 takes twenty times as long to add to what was spread. */
const placed = <E extends DomainEvent>(event: E, { stream, revision, position, recordedAt }: RecordedEvent) => ({
  stream,
  revision,
  position,
  recordedAt,
  ...event,
});

type Story = readonly Recorded<TurnEvent>[];
/** Reads a turn's story up to its end. */
export type StoryReader = (end: RecordedEvent) => Promise<Story>;

/** Projections that ask for the same story while it is being read share it. */
export const openStoryReader = (store: EventStore): StoryReader => {
  const reading = new Map<Position, Promise<Story>>();
  const read = async (end: RecordedEvent): Promise<Story> => {
    const story: Recorded<TurnEvent>[] = [];
    for await (const recorded of store.readStream(end.stream.name, { limit: end.revision + 1 })) {
      const event = decodeTurnEvent(recorded);
      if (event) story.push(placed(event, recorded));
    }
    return story;
  };
  return (end) => {
    const shared = reading.get(end.position) ?? read(end).finally(() => reading.delete(end.position));
    reading.set(end.position, shared);
    return shared;
  };
};

const projectEvent = async (projection: Projection, recorded: RecordedEvent, readStory: StoryReader) => {
  try {
    const event = decodeEvent(recorded);
    if (!event) return [];
    const story = projection.readsWholeTurn && isTerminal(event) ? await readStory(recorded) : [];
    return projection.project(placed(event, recorded), story);
  } catch (error) {
    throw isPassing(error) ? error : new PoisonError(recorded, error);
  }
};

type Projecting = {
  readonly projection: Projection;
  readonly events: readonly RecordedEvent[];
  readonly readStory: StoryReader;
  /** Runs the statements, which bring the rows up to a position, in one transaction. */
  readonly write: (statements: readonly Statement[], position: Position) => Promise<void>;
};

/**
 * Projects the events up to a position and writes them together; where that fails, one by one, so that all before the
 * poison are kept.
 * @throws PoisonError
 */
export const projectBatch = async (
  { projection, events, readStory, write }: Projecting,
  position: Position,
): Promise<void> => {
  try {
    const statements: Statement[] = [];
    for (const event of events) statements.push(...(await projectEvent(projection, event, readStory)));
    return await write(statements, position);
  } catch (error) {
    if (isPassing(error)) throw error;
  }
  for (const event of events) {
    const statements = await projectEvent(projection, event, readStory);
    try {
      await write(statements, event.position);
    } catch (error) {
      throw isPassing(error) ? error : new PoisonError(event, error);
    }
  }
  await write([], position);
};
