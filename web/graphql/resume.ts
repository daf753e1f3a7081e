import { RequestError } from './errors.ts';

const FIRST_MS = 250;
const LONGEST_MS = 8_000;

/** Milliseconds to wait before the n-th try in a row (from 0): doubling, with a jitter that spreads many clients. */
export const backOff = (attempt: number, random: () => number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt) * (0.5 + random() / 2);

type Resuming<T> = {
  /** Subscribes once, to what follows the cursor. */
  subscribe: (after: string | null, signal: AbortSignal) => AsyncIterable<T>;
  cursorOf: (event: T) => string | null;
  /** Resolves when the next try is due, or the signal aborts. */
  wait: (attempt: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  after?: string | null;
};

/**
 * A subscription that outlives its connection: after each loss it begins again behind the last cursor seen, so that every
 * event comes once. Ends when the server completes it or the signal aborts.
 * @throws what no retry can help
 */
export async function* resume<T>({ subscribe, cursorOf, wait, signal, after = null }: Resuming<T>): AsyncGenerator<T> {
  let cursor = after;
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      for await (const event of subscribe(cursor, signal)) {
        attempt = 0;
        cursor = cursorOf(event) ?? cursor;
        yield event;
      }
      return;
    } catch (error) {
      if (!(error instanceof RequestError) || !error.retryable) throw error;
    }
    await wait(attempt, signal);
  }
}
