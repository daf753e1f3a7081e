import { asRevision, type Revision } from '../../schema/order.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import type { StreamMetadata } from './stream-metadata.ts';

/** The event that ends a stream for good. */
export const TOMBSTONE_TYPE = '$streamDeleted';
export const isTombstone = (event: RecordedEvent): boolean => event.type === TOMBSTONE_TYPE;

export const lastEventOf = async (store: EventStore, stream: string): Promise<RecordedEvent | null> => {
  for await (const event of store.readStream(stream, { direction: 'backwards', limit: 1 })) return event;
  return null;
};

/** What a stream's metadata leaves of it, when its last event is `head`. */
export const visibleFrom = ({ maxCount, truncateBefore }: StreamMetadata, head: Revision): Revision =>
  asRevision(Math.max(truncateBefore, maxCount === undefined ? 0 : head - maxCount + 1));

/** The moment before which events are too old to be read; null where age doesn't count. */
export const oldestAt = ({ maxAgeSeconds }: StreamMetadata, now: Date): Date | null =>
  maxAgeSeconds === undefined ? null : new Date(now.getTime() - maxAgeSeconds * 1_000);
