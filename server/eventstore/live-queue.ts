import type { Position } from '../../schema/order.ts';
import type { Filter, RecordedEvent } from './event-store.ts';
import { matches } from './matches.ts';
import { weightOf } from './weight.ts';

/** Past so many events, or so many bytes, a subscriber that lags is served from the store again. */
const MAX_EVENTS = 512;
const MAX_BYTES = 1024 * 1024;

/** Events in order, and how far the log was seen; `overflowed` when some were dropped. */
type News = { readonly events: readonly RecordedEvent[]; readonly position: Position; readonly overflowed: boolean };

export type LiveQueue = {
  /** Waits for news. Null once ended. */
  next(): Promise<News | null>;
  /** Aborted once the subscriber's own is or the store has closed. */
  readonly signal: AbortSignal;
  close(): void;
};

/** What waits for one subscriber, of what the tail tells: bounded, whatever he does. */
export const openLiveQueue = (filter: Filter | undefined, start: Position, signal: AbortSignal) => {
  let waiting: readonly RecordedEvent[] = [];
  let bytes = 0;
  let seen = start;
  let hasNews = false;
  let overflowed = false;
  let wake: (() => void) | undefined;
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    wake?.();
  };
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });

  const clear = () => {
    waiting = [];
    bytes = 0;
  };
  /** Whoever waits for nothing takes what comes, whatever its size: it is in memory in any case. */
  const add = (events: readonly RecordedEvent[]) => {
    if (events.length === 0 || overflowed) return;
    const added = events.reduce((sum, event) => sum + weightOf(event), 0);
    if (waiting.length > 0 && (waiting.length >= MAX_EVENTS || bytes + added > MAX_BYTES)) {
      clear();
      overflowed = true;
      return;
    }
    waiting = waiting.length === 0 ? events : [...waiting, ...events];
    bytes += added;
  };

  return {
    push(events: readonly RecordedEvent[], position: Position): void {
      add(filter ? events.filter((event) => matches(filter, event)) : events);
      seen = position;
      hasNews = true;
      wake?.();
    },
    end,
    async next(): Promise<News | null> {
      while (!hasNews && !ending.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      wake = undefined;
      if (ending.signal.aborted) return null;
      const news = { events: waiting, position: seen, overflowed };
      clear();
      hasNews = false;
      overflowed = false;
      return news;
    },
    signal: ending.signal,
    close: () => signal.removeEventListener('abort', end),
  };
};
