import pRetry from 'p-retry';
import { asRevision, type Position, type Revision } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { AppendOptions, EventStore, ExpectedRevision, NewEvent, RecordedEvent } from './event-store.ts';
import { openTurnstile } from './turnstile.ts';

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
  /** Most likely not there yet (a repeated key or a given id may be): the stream is read only where it turns out to be. */
  isNew?: boolean;
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

/** For what another process does on the stream meanwhile; in milliseconds, of random length lest two keep in step. */
const retrying = { retries: 30, minTimeout: 2, maxTimeout: 100, factor: 1.3, randomize: true };
/** A process's commands on one stream wait for each other, and so never conflict. */
const turnstiles = new WeakMap<EventStore, ReturnType<typeof openTurnstile>>();
const turnstileOf = (store: EventStore) => {
  const turnstile = turnstiles.get(store) ?? openTurnstile();
  turnstiles.set(store, turnstile);
  return turnstile;
};
const isConflict = (error: unknown) => error instanceof TurnlogError && error.code === 'REVISION_CONFLICT';

/** Folds the stream, decides, appends at the revision that was read; decides again after a conflict. */
export const handleCommand = <State, Command, Event extends { type: string; data: object }>(
  store: EventStore,
  stream: string,
  command: Command,
  { decider, decode, ids, owner, isNew = false, expect }: Handling<State, Command, Event>,
): Promise<Handled<State, Event>> => {
  const attempt = async (number: number): Promise<Handled<State, Event>> => {
    let state = decider.initial;
    let last: RecordedEvent | undefined;
    const known = isNew && number === 1 ? [] : store.readStream(stream);
    for await (const recorded of known) {
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
    const result = await store.append(stream, events, owner ? { expectedRevision, owner } : { expectedRevision });
    return { state, events: decided, ...result };
  };
  return turnstileOf(store)(stream, () =>
    pRetry(attempt, { ...retrying, shouldRetry: ({ error }) => isConflict(error) }),
  );
};
