import { asPosition, type Position, type Revision } from '../../schema/order.ts';
import type { Filter, RecordedEvent } from './event-store.ts';
import { openRecent } from './recent.ts';

/** Past this many events a subscriber that lags is served from the store again. */
const MAX_LIVE_EVENTS = 512;

/** For so many streams at most it is known how far each has come in the store. */
const MAX_EXPECTED = 10_000;

/** Reads forwards after a position; an empty answer means nothing is there yet. */
export type ReadAfter = (after: Position) => Promise<readonly RecordedEvent[]>;

export type LiveQueue = {
  /**
   * Waits for news: events in order, and how far the log was seen; `overflowed` when some were dropped. Null once ended.
   */
  next(): Promise<{ events: RecordedEvent[]; position: Position; overflowed: boolean } | null>;
  /** Aborted once the subscriber's own is or the store has closed. */
  readonly signal: AbortSignal;
  close(): void;
};

type Subscriber = { push(events: readonly RecordedEvent[], position: Position): void; end(): void };

export const matches = (filter: Filter, { stream, type }: RecordedEvent): boolean =>
  (!filter.userId || stream.userId === filter.userId) &&
  (!filter.conversationId || stream.conversationId === filter.conversationId) &&
  (!filter.categories || filter.categories.includes(stream.category)) &&
  (!filter.types || filter.types.includes(type));

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
  /** Of streams of which more is in the store than has passed, the latest last. */
  const expected = new Map<string, Position>();
  /** The same for those that are not told apart any more. */
  let expectedOfOthers = start;
  let reading: Promise<void> | undefined;
  let readAgain = false;
  let closed = false;
  const byStream = new Map<string, Set<Subscriber>>();
  const byUser = new Map<string, Set<Subscriber>>();
  const toAll = new Set<Subscriber>();
  const recent = openRecent();

  const groupBy = (events: readonly RecordedEvent[], keyOf: (event: RecordedEvent) => string | null) => {
    const groups = new Map<string, RecordedEvent[]>();
    for (const event of events) {
      const key = keyOf(event);
      if (key === null) continue;
      const group = groups.get(key);
      if (group) group.push(event);
      else groups.set(key, [event]);
    }
    return groups;
  };

  const publish = (events: readonly RecordedEvent[]) => {
    const last = events.at(-1);
    if (!last) return;
    position = last.position;
    for (const [stream, upTo] of expected) {
      if (upTo > position) break;
      expected.delete(stream);
    }
    for (const subscriber of toAll) subscriber.push(events, position);
    for (const [stream, group] of groupBy(events, (event) => event.stream.name)) {
      recent.add(stream, group);
      for (const subscriber of byStream.get(stream) ?? []) subscriber.push(group, position);
    }
    if (byUser.size === 0) return;
    for (const [user, group] of groupBy(events, (event) => event.stream.userId)) {
      for (const subscriber of byUser.get(user) ?? []) subscriber.push(group, position);
    }
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

  const subscribe = (
    index: Map<string, Set<Subscriber>> | null,
    key: string,
    filter: Filter | undefined,
    signal: AbortSignal,
  ): LiveQueue => {
    let queue: RecordedEvent[] = [];
    let seen = position;
    let news = false;
    let overflowed = false;
    let wake: (() => void) | undefined;
    const ending = new AbortController();
    const end = () => {
      ending.abort();
      wake?.();
    };
    const subscriber: Subscriber = {
      push(events, at) {
        const wanted = filter ? events.filter((event) => matches(filter, event)) : events;
        if (wanted.length > 0 && queue.length >= MAX_LIVE_EVENTS) {
          queue = [];
          overflowed = true;
        } else if (!overflowed) {
          queue = queue.length === 0 ? wanted.slice() : queue.concat(wanted);
        }
        seen = at;
        news = true;
        wake?.();
      },
      end,
    };
    if (closed || signal.aborted) end();
    const group = index ? (index.get(key) ?? new Set()) : toAll;
    group.add(subscriber);
    onSubscribers(1);
    index?.set(key, group);
    signal.addEventListener('abort', end, { once: true });
    return {
      async next() {
        while (!news && !ending.signal.aborted) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        wake = undefined;
        if (ending.signal.aborted) return null;
        const answer = { events: queue, position: seen, overflowed };
        queue = [];
        news = false;
        overflowed = false;
        return answer;
      },
      signal: ending.signal,
      close() {
        signal.removeEventListener('abort', end);
        if (group.delete(subscriber)) onSubscribers(-1);
        if (index && group.size === 0 && index.get(key) === group) index.delete(key);
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
      reading === undefined && expectedOfOthers <= position && (expected.get(stream) ?? start) <= position
        ? recent.read(stream, from, limit)
        : null,
    /** Events just committed by this process, in position order. */
    offer(events: readonly RecordedEvent[]) {
      const first = events[0];
      if (!first) return;
      if (!reading && first.position === asPosition(position + 1n)) publish(events);
      else poke();
    },
    /** So much of a stream is in the store; it will pass here. */
    expect(stream: string, upTo: Position) {
      const before = expected.get(stream) ?? position;
      if (upTo <= before) return;
      expected.delete(stream);
      expected.set(stream, upTo);
      const [oldest] = expected;
      if (!oldest || expected.size <= MAX_EXPECTED) return;
      expected.delete(oldest[0]);
      if (oldest[1] > expectedOfOthers) expectedOfOthers = oldest[1];
    },
    /** Events that follow the last ones, from a source that sends all of them in order. */
    advance: publish,
    poke,
    /** Tells those who hear only one user's events how far the log was seen. */
    tick() {
      for (const group of byUser.values()) for (const subscriber of group) subscriber.push([], position);
    },
    subscribeToStream: (stream: string, signal: AbortSignal) => subscribe(byStream, stream, undefined, signal),
    subscribeToAll: (filter: Filter | undefined, signal: AbortSignal) =>
      filter?.userId ? subscribe(byUser, filter.userId, filter, signal) : subscribe(null, '', filter, signal),
    /** Ends every subscription. */
    async close() {
      closed = true;
      for (const group of [toAll, ...byStream.values(), ...byUser.values()]) {
        for (const subscriber of group) subscriber.end();
      }
      while (reading !== undefined) await reading;
    },
  };
};

export type LiveTail = ReturnType<typeof openLiveTail>;
