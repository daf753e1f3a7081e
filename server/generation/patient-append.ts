import { TurnlogError } from '../errors.ts';
import type { AppendOptions, AppendResult, EventStore, NewEvent } from '../eventstore/event-store.ts';
import type { Time } from '../time.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

const isPassing = (error: unknown) =>
  error instanceof TurnlogError && error.code === 'STORE_UNAVAILABLE' && error.retryable;

/** How long the store may be away, in milliseconds. */
export type Patience = Pick<Time, 'sleep' | 'later'> & { readonly patienceMs: number };

/**
 * Appends, again and with the same ids while the store is away. Past `patienceMs` nobody waits for it any more: what it
 * might still do is told by the stream.
 * @throws as the store; STORE_UNAVAILABLE past the bound
 */
export const appendPatiently = (
  store: EventStore,
  stream: string,
  events: readonly NewEvent[],
  { patienceMs, sleep, later, ...options }: AppendOptions & Patience,
): Promise<AppendResult> =>
  new Promise((resolve, reject) => {
    let over = false;
    const cancel = later(patienceMs, () => {
      over = true;
      reject(new TurnlogError('STORE_UNAVAILABLE', 'the event store did not answer in time', { retryable: true }));
    });
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
    append().then(resolve, reject).finally(cancel);
  });
