import { asPosition, type Position, type Revision } from '../../schema/order.ts';
import type { Filter, RecordedEvent } from './event-store.ts';
import { openExpected } from './expected.ts';
import { type Interest, openListeners } from './listeners.ts';
import { type LiveQueue, openLiveQueue } from './live-queue.ts';
import { openRecent } from './recent.ts';

/** Reads forwards after a position; an empty answer means nothing is there yet. */
export type ReadAfter = (after: Position) => Promise<readonly RecordedEvent[]>;

/**
 * The end of the log as this process sees it: every event once, in position order without gaps, to whoever listens.
 * Its own process's flushes come by `offer`; a jump, a notice from elsewhere or a tick makes it read from the store.
 */
export const openLiveTail = (
  start: Position,
  readAfter: ReadAfter,
  onReadFailed: (error: unknown) => void,
  onSubscribers: (change: 1 | -1) => void = () => undefined,
) => {
  let position = start;
  let reading: Promise<void> | undefined;
  let readAgain = false;
  let closed = false;
  const listeners = openListeners();
  const expected = openExpected(start);
  const recent = openRecent();

  const publish = (events: readonly RecordedEvent[]) => {
    const last = events.at(-1);
    if (!last) return;
    position = last.position;
    listeners.tell(events, position, (stream, own) => {
      expected.passed(stream, last.position);
      recent.add(stream, own);
    });
  };

  const readOn = async () => {
    do {
      readAgain = false;
      try {
        for (let events = await readAfter(position); events.length > 0; events = await readAfter(position))
          publish(events);
      } catch (error) {
        onReadFailed(error);
      }
    } while (readAgain);
    reading = undefined;
  };

  const poke = () => {
    readAgain = true;
    reading ??= readOn();
  };

  const subscribe = (interest: Interest, filter: Filter | undefined, signal: AbortSignal): LiveQueue => {
    const queue = openLiveQueue(filter, position, signal);
    const leave = listeners.add(interest, queue);
    onSubscribers(1);
    if (closed) queue.end();
    return {
      next: queue.next,
      signal: queue.signal,
      close() {
        queue.close();
        if (leave()) onSubscribers(-1);
      },
    };
  };

  return {
    position: () => position,
    /**
     * Events of a stream that passed here and are still kept; null where they aren't, or where more is known to be in the
     * store than has passed: whoever has been answered finds what he appended.
     */
    recent: (stream: string, from: Revision, limit: number) =>
      reading === undefined && expected.hasPassed(stream, position) ? recent.read(stream, from, limit) : null,
    /** Events just committed by this process, in position order. */
    offer(events: readonly RecordedEvent[]) {
      const first = events[0];
      if (!first) return;
      if (!reading && first.position === asPosition(position + 1n)) publish(events);
      else poke();
    },
    /** So much of a stream is in the store; it will pass here. */
    expect(stream: string, upTo: Position) {
      if (upTo > position) expected.add(stream, upTo);
    },
    /** Events that follow the last ones, from a source that sends all of them in order. */
    advance: publish,
    poke,
    /** Tells those who hear only one user's events how far the log was seen. */
    tick: () => listeners.tellUsers(position),
    subscribeToStream: (stream: string, signal: AbortSignal) => subscribe({ stream }, undefined, signal),
    subscribeToAll: (filter: Filter | undefined, signal: AbortSignal) =>
      subscribe(filter?.userId ? { userId: filter.userId } : 'all', filter, signal),
    /** Ends every subscription. */
    async close() {
      closed = true;
      listeners.endAll();
      while (reading !== undefined) await reading;
    },
  };
};

export type LiveTail = ReturnType<typeof openLiveTail>;
