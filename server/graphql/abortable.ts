/**
 * An iteration whose reader can leave while it waits: leaving aborts the signal that `make` was given. (A generator's own
 * `return` would first wait for the next value.)
 */
export const abortable = <T>(make: (signal: AbortSignal) => AsyncIterable<T>): AsyncIterableIterator<T> => {
  const leaving = new AbortController();
  const iterator = make(leaving.signal)[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => iterator.next(),
    async return() {
      leaving.abort();
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
};
