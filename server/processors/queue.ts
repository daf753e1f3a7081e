import { decodeTurnEvent } from '../../schema/events/decode.ts';
import { isTerminal, type TurnEvent } from '../../schema/events/index.ts';
import { terminalTypes } from '../../schema/events/turn.ts';
import type { Position } from '../../schema/order.ts';
import { idOf } from '../../schema/streams.ts';
import type { EventStore, Stream } from '../eventstore/event-store.ts';
import type { Time } from '../time.ts';
import { openChanges } from './changes.ts';
import type { Lanes, QueuedTurn } from './lanes.ts';
import { openPlaces } from './places.ts';
import { runProcessor } from './processor.ts';

const SWEEP_MS = 30_000;
const RETRY_MS = 1_000;
/** Whoever suspends a turn says so in the log first, and in the table behind that. */
const BEHIND_MS = 500;

type QueueDeps = Pick<Time, 'sleep' | 'every'> & {
  store: EventStore;
  lanes: Lanes;
  after: Position;
  log: { warn(obj: object, msg: string): void };
  signal: AbortSignal;
};

const upkeep = async (lanes: Lanes, stream: Stream, event: TurnEvent): Promise<void> => {
  const turnId = idOf(stream.name);
  if (isTerminal(event)) await lanes.release(turnId);
  if (event.type === 'TurnQueued' && stream.userId && stream.conversationId) {
    await lanes.enqueue(event.data.lane, { turnId, userId: stream.userId, conversationId: stream.conversationId });
  }
};

export type Queue = ReturnType<typeof startQueue>;

/** Keeps the lanes as the log says, and tells whoever waits for a change: the generator for a turn, readers for a place. */
export const startQueue = ({ store, lanes, after, sleep, every, log, signal }: QueueDeps) => {
  const changes = openChanges(signal);
  const { change } = changes;
  const placeOf = openPlaces(lanes, changes);
  const changeIn = (ms: number) => void sleep(ms, signal).then(change);

  const stopSweeping = every(SWEEP_MS, () => {
    lanes.dropStale().catch((error: unknown) => log.warn({ err: error }, 'stale reservations stay'));
  });

  const claim = async (lane: string, worker: string): Promise<readonly QueuedTurn[]> => {
    try {
      return await lanes.claim(lane, worker);
    } catch (error) {
      log.warn({ err: error, lane }, 'no turn can be claimed; trying again');
      changeIn(RETRY_MS);
      return [];
    }
  };

  const running = runProcessor({
    store,
    name: 'queue',
    after,
    filter: { categories: ['turn'], types: ['TurnQueued', 'TurnStarted', 'TurnSuspended', ...terminalTypes] },
    sleep,
    log,
    signal,
    async handle({ events }) {
      for (const recorded of events) {
        const event = decodeTurnEvent(recorded);
        if (event) await upkeep(lanes, recorded.stream, event);
      }
      if (events.length > 0) change();
      if (events.some(({ type }) => type === 'TurnSuspended')) changeIn(BEHIND_MS);
    },
  }).finally(stopSweeping);

  return {
    /** Every turn whose time has come, as slots get free. */
    async *claims(worker: string, until: AbortSignal): AsyncGenerator<QueuedTurn & { lane: string }> {
      changes.wakeAt(until);
      while (!until.aborted) {
        const seen = changes.version();
        for (const lane of lanes.names) {
          for (const turn of await claim(lane, worker)) yield { ...turn, lane };
        }
        if (!until.aborted) await changes.since(seen);
      }
    },
    /** The turn's place in the line at once and whenever it changes; 0, and the end, once it waits no more. */
    async *places(turnId: string, lane: string, until: AbortSignal): AsyncGenerator<number> {
      changes.wakeAt(until);
      for (let shown = -1; !until.aborted && !signal.aborted; ) {
        const seen = changes.version();
        const place = await placeOf(turnId, lane);
        if (place !== shown) yield place;
        if (place === 0) return;
        shown = place;
        await changes.since(seen);
      }
    },
    place: placeOf,
    /** At once, and whenever a lane has changed. */
    async *changes(until: AbortSignal): AsyncGenerator<void> {
      changes.wakeAt(until);
      while (!until.aborted && !signal.aborted) {
        const seen = changes.version();
        yield;
        await changes.since(seen);
      }
    },
    /** For what changes a lane and isn't in the log: its limit. */
    wake: change,
    stopped: () => running,
  };
};
