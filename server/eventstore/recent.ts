import type { Revision } from '../../schema/order.ts';
import type { RecordedEvent } from './event-store.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** What an event weighs besides its data. */
const EVENT_BYTES = 600;

const bytesOf = ({ data, payload }: RecordedEvent): number => {
  if (payload) return EVENT_BYTES + payload.data.byteLength + payload.metadata.byteLength;
  return (
    EVENT_BYTES + ('text' in data && typeof data.text === 'string' ? data.text.length : JSON.stringify(data).length)
  );
};

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
        added += bytesOf(event);
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
    read(stream: string, from: Revision, limit: number): readonly RecordedEvent[] | null {
      return streams.get(stream)?.events.slice(from, from + limit) ?? null;
    },
  };
};
