import type { Revision } from '../../schema/order.ts';
import type { RecordedEvent } from './event-store.ts';
import { openPage, type Page } from './pages.ts';
import { weightOf } from './weight.ts';

const MAX_BYTES = 16 * 1024 * 1024;
type Kept = { readonly events: RecordedEvent[]; bytes: number };

/**
 * The newest events in memory, so that whoever comes while they are new reads no rows. It keeps whole streams, from
 * their first event to the last that this process has seen, and lets those go that grew longest ago.
 */
export const openRecent = (maxBytes = MAX_BYTES) => {
  /** In the order of their last event. */
  const streams = new Map<string, Kept>();
  let bytes = 0;

  return {
    /** Events of one stream that follow each other. */
    add(stream: string, events: readonly RecordedEvent[]): void {
      const known = streams.get(stream);
      if (!known && events[0]?.revision !== 0) return;
      const kept = known ?? { events: [], bytes: 0 };
      let added = 0;
      for (const event of events) {
        kept.events.push(event);
        added += weightOf(event);
      }
      kept.bytes += added;
      bytes += added;
      streams.delete(stream);
      streams.set(stream, kept);
      for (const [oldest, { bytes: freed }] of streams) {
        if (bytes <= maxBytes) break;
        streams.delete(oldest);
        bytes -= freed;
      }
    },
    /** From a revision on (inclusive), as far as seen; null where the stream isn't kept. */
    read(stream: string, from: Revision, limit: number): Page | null {
      const kept = streams.get(stream)?.events;
      if (!kept) return null;
      const page = openPage(limit);
      for (const event of kept.slice(from, from + limit)) if (!page.isFull()) page.add(event);
      return { events: page.events, more: kept.length > from + page.events.length };
    },
  };
};
