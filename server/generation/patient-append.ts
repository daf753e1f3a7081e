import { setTimeout as sleep } from 'node:timers/promises';
import { TurnlogError } from '../errors.ts';
import type { AppendOptions, AppendResult, EventStore, NewEvent } from '../eventstore/event-store.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

const isPassing = (error: unknown) =>
  error instanceof TurnlogError && error.code === 'STORE_UNAVAILABLE' && error.retryable;

/**
 * Appends, again and with the same ids while the store is away. Past `patienceMs` nobody waits for it any more: what it
 * might still do is told by the stream.
 * @throws as the store; STORE_UNAVAILABLE past the bound
 */
export const appendPatiently = (
  store: EventStore,
  stream: string,
  events: readonly NewEvent[],
  { patienceMs, ...options }: AppendOptions & { patienceMs: number },
): Promise<AppendResult> =>
  new Promise((resolve, reject) => {
    let over = false;
    const timer = setTimeout(() => {
      over = true;
      reject(new TurnlogError('STORE_UNAVAILABLE', 'the event store did not answer in time', { retryable: true }));
    }, patienceMs);
    const append = async (): Promise<AppendResult> => {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        try {
          return await store.append(stream, events, options);
        } catch (error) {
          if (over || !isPassing(error)) throw error;
        }
        await sleep(pause);
      }
    };
    append()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
