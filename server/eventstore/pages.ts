import type { RecordedEvent } from './event-store.ts';
import { weightOf } from './weight.ts';

/** So much of a log is read at once, at most: small enough that a slow reader's page is no burden. */
export const PAGE_EVENTS = 1_000;
/** About; where an event is larger it is a page by itself. */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** Events in order, and whether there may be more behind them: a page can be full with any number of events. */
export type Page = { readonly events: readonly RecordedEvent[]; readonly more: boolean };

/** A page that is filled event by event. */
export const openPage = (limit: number) => {
  const events: RecordedEvent[] = [];
  let bytes = 0;
  return {
    events,
    add(event: RecordedEvent): void {
      events.push(event);
      bytes += weightOf(event);
    },
    isFull: () => events.length >= limit || bytes >= PAGE_BYTES,
  };
};
