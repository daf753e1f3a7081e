import type { Position } from '../../schema/order.ts';
import type { Batch, EventStore, Filter } from '../eventstore/event-store.ts';
import type { Time } from '../time.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

type Processing = Pick<Time, 'sleep'> & {
  store: EventStore;
  name: string;
  /** Where to begin (exclusive). After a failure it begins again behind the last batch that was handled whole. */
  after: Position;
  filter: Filter;
  handle: (batch: Batch) => Promise<void>;
  log: { warn(obj: object, msg: string): void };
  signal: AbortSignal;
};

/** A subscription that goes on after a failure, with growing pauses, until the signal aborts. */
export const runProcessor = async ({
  store,
  name,
  after,
  filter,
  handle,
  sleep,
  log,
  signal,
}: Processing): Promise<void> => {
  let handled = after;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      for await (const batch of store.subscribeToAll({ after: handled, filter, signal })) {
        await handle(batch);
        handled = batch.position;
        pause = FIRST_PAUSE_MS;
      }
      return;
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error, processor: name, pause }, 'a processor failed and tries again');
      await sleep(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
};
