import { decodeTurnEvent } from '../../schema/events/decode.ts';
import type { Revision } from '../../schema/order.ts';
import { asRevision } from '../../schema/order.ts';
import { turnStream } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore, NewEvent } from '../eventstore/event-store.ts';
import { type Progress, type TurnCommand, type TurnState, turnDecider } from '../turn/decider.ts';
import { derivedIds } from './derived-id.ts';
import { appendPatiently, type Patience } from './patient-append.ts';

/** Past this much text that waits for the store the provider is not read. */
const MAX_BUFFERED = 256 * 1024;

type Ending = Extract<TurnCommand, { type: 'CompleteTurn' | 'FailTurn' | 'ConfirmCancel' }>;

type Writing = Patience & {
  store: EventStore;
  turnId: string;
  /** Of TurnStarted or TurnResumed: the state after it, its revision, and its id as the cause of all that follows. */
  state: TurnState;
  revision: Revision;
  causeId: string;
  /** Another's event was found in the stream; the state has been evolved by it. */
  onNews: (state: TurnState) => void;
  /** Nothing more is stored. */
  onFailure: (error: unknown) => void;
};

const sizeOf = (event: Progress): number =>
  'text' in event.data ? event.data.text.length : JSON.stringify(event.data).length;

export type TurnWriter = ReturnType<typeof openTurnWriter>;

/**
 * The one writer of a running turn's stream. `write` never waits for an append: what comes while one is in flight goes
 * out together in the next.
 */
export const openTurnWriter = (writing: Writing) => {
  const { store, turnId, state: started, revision: from, causeId, patienceMs, sleep, later } = writing;
  const stream = turnStream(turnId);
  const idOf = derivedIds(causeId);
  let state = started;
  let revision = from;
  let made = 0;
  let buffered: Progress[] = [];
  let size = 0;
  let flushing: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;

  const catchUp = async () => {
    for await (const recorded of store.readStream(stream, { from: asRevision(revision + 1) })) {
      if (recorded.revision > revision) revision = recorded.revision;
      const event = decodeTurnEvent(recorded);
      if (event) state = turnDecider.evolve(state, event);
    }
    writing.onNews(state);
  };

  /** Decides again whenever another's event stood in the way; the ids stay the same. */
  const append = async (commands: readonly TurnCommand[]): Promise<void> => {
    const first = made;
    for (;;) {
      if (state.worker !== started.worker) throw new TurnlogError('REJECTED', 'another worker runs the turn');
      let next = state;
      const events: NewEvent[] = [];
      for (const command of commands) {
        for (const event of turnDecider.decide(command, next)) {
          next = turnDecider.evolve(next, event);
          events.push({ id: idOf(first + events.length), type: event.type, data: event.data });
        }
      }
      made = first + events.length;
      try {
        const result = await appendPatiently(store, stream, events, {
          expectedRevision: revision,
          patienceMs,
          sleep,
          later,
        });
        revision = result.revision;
        state = next;
        return;
      } catch (error) {
        if (!(error instanceof TurnlogError) || error.code !== 'REVISION_CONFLICT') throw error;
        await catchUp();
      }
    }
  };

  const flush = async () => {
    while (buffered.length > 0) {
      const events = buffered;
      buffered = [];
      size = 0;
      await append([{ type: 'RecordProgress', events }]);
    }
  };

  return {
    /** What is written at once is stored at once. */
    write(...events: readonly Progress[]): void {
      if (failure) return;
      buffered.push(...events);
      for (const event of events) size += sizeOf(event);
      flushing ??= flush()
        .catch((error) => {
          // What comes behind a gap must not be stored: the text so far stays a prefix of the answer.
          failure = { error };
          buffered = [];
          writing.onFailure(error);
        })
        .finally(() => {
          flushing = undefined;
        });
    },
    /** Nothing to wait for while little waits, else the append in flight. Throws when an append failed. */
    room(): Promise<void> | undefined {
      if (failure) throw failure.error;
      return size >= MAX_BUFFERED ? flushing : undefined;
    },
    /** The terminal event, in one append with what still waits. */
    async end(ending: Ending): Promise<void> {
      if (flushing !== undefined) await flushing;
      const last = buffered;
      buffered = [];
      await append(last.length > 0 ? [{ type: 'RecordProgress', events: last }, ending] : [ending]);
    },
    /** Resolves when all that was written is stored, or cannot be. */
    async settle(): Promise<void> {
      while (flushing !== undefined) await flushing;
    },
    /** Reads what others appended. */
    catchUp: async () => {
      if (flushing !== undefined) await flushing;
      await catchUp();
    },
    state: () => state,
  };
};
