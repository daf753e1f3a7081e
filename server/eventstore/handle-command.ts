import { asRevision, type Position, type Revision } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { AppendOptions, EventStore, ExpectedRevision, NewEvent, RecordedEvent } from './event-store.ts';

/** Pure: `decide` answers with the events that the command makes of the state, or throws REJECTED and the like. */
export type Decider<State, Command, Event extends { type: string; data: object }> = {
  readonly initial: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): readonly Event[];
};

type Handling<State, Command, Event extends { type: string; data: object }> = {
  decider: Decider<State, Command, Event>;
  /** The stored event as the decider's, null where it is of a type the decider doesn't know. */
  decode: (recorded: RecordedEvent) => Event | null;
  /** Ids for the events in their order; derived from a cause where a repeat must do nothing. */
  ids: (index: number) => string;
  owner?: AppendOptions['owner'];
  /** Overrides the revision that was read: for commands that must not lose a race. */
  expect?: (state: State) => ExpectedRevision | undefined;
};

export type Handled<State, Event> = {
  /** As it was when the command was decided. */
  readonly state: State;
  readonly events: readonly Event[];
  /** Of the stream's last event after the command; null where the stream is still empty. */
  readonly revision: Revision | null;
  readonly position: Position | null;
};

const ATTEMPTS = 5;
const isConflict = (error: unknown) => error instanceof TurnlogError && error.code === 'REVISION_CONFLICT';

/** Folds the stream, decides, appends at the revision that was read; decides again after a conflict. */
export const handleCommand = async <State, Command, Event extends { type: string; data: object }>(
  store: EventStore,
  stream: string,
  command: Command,
  { decider, decode, ids, owner, expect }: Handling<State, Command, Event>,
): Promise<Handled<State, Event>> => {
  for (let attempt = 1; ; attempt += 1) {
    let state = decider.initial;
    let last: RecordedEvent | undefined;
    for await (const recorded of store.readStream(stream)) {
      const event = decode(recorded);
      if (event) state = decider.evolve(state, event);
      last = recorded;
    }
    const decided = decider.decide(command, state);
    if (decided.length === 0) {
      return { state, events: [], revision: last?.revision ?? null, position: last?.position ?? null };
    }
    const events = decided.map((event, index): NewEvent => ({ id: ids(index), type: event.type, data: event.data }));
    const expectedRevision = expect?.(state) ?? (last ? asRevision(last.revision) : 'no_stream');
    try {
      const result = await store.append(stream, events, owner ? { expectedRevision, owner } : { expectedRevision });
      return { state, events: decided, ...result };
    } catch (error) {
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
    }
  }
};
