import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Result } from './results.ts';

/** Past this a socket's subscriptions wait until it has taken everything. */
const MAX_BUFFERED_BYTES = 64 * 1024;

export type Sender = (text: string) => Promise<void> | undefined;

/**
 * Sends without waiting while the peer reads; the promise of a send past the bound resolves once all is taken, or the
 * socket is gone. What is sent in one turn of the event loop leaves in one write.
 */
export const createSender = (socket: WebSocket, raw: Duplex): Sender => {
  let draining: Promise<void> | undefined;
  let corked = false;

  const uncork = () => {
    corked = false;
    raw.uncork();
  };
  const drained = () =>
    new Promise<void>((resolve) => {
      const done = () => {
        raw.off('drain', done);
        raw.off('close', done);
        draining = undefined;
        resolve();
      };
      raw.on('drain', done);
      raw.on('close', done);
    });

  return (text) => {
    if (socket.readyState !== socket.OPEN) return undefined;
    if (!corked) {
      corked = true;
      raw.cork();
      process.nextTick(uncork);
    }
    socket.send(text);
    if (socket.bufferedAmount <= MAX_BUFFERED_BYTES) return undefined;
    draining ??= drained();
    return draining;
  };
};

/**
 * Sends the results of a subscription itself, as `next` messages, and yields none: each result's JSON is made once for
 * all sockets, and no message waits for the one before it.
 */
export const sendResults = (send: Sender, id: string, results: AsyncIterable<Result>): AsyncIterableIterator<never> => {
  const iterator = results[Symbol.asyncIterator]();
  const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      for (let result = await iterator.next(); !result.done; result = await iterator.next()) {
        const full = send(`${head}${result.value.stringify()}}`);
        if (full !== undefined) await full;
      }
      return { done: true, value: undefined };
    },
    async return() {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
};
