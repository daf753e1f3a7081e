import {
  type EventStoreDBClient,
  type ResolvedEvent,
  StreamDeletedError,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { LRUCache } from 'lru-cache';
import { categoryOf } from '../../schema/streams.ts';
import { asUnavailable, leave } from './esdb-connection.ts';
import { ownerOf } from './esdb-events.ts';
import type { Stream } from './event-store.ts';

const REMEMBERED_STREAMS = 100_000;

/** A read's events as they come; a missing stream has none. */
export async function* receive(read: StreamingRead<ResolvedEvent>, signal?: AbortSignal) {
  try {
    const events: AsyncIterable<ResolvedEvent> = read.iterator({ destroyOnReturn: false });
    for await (const { event } of events) {
      if (signal?.aborted) return;
      if (event) yield event;
    }
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return;
    throw asUnavailable(error);
  } finally {
    await leave(read, () => read.cancel());
  }
}

/** What a whole stream shares: told by its first event, so it never changes. */
export const openEsdbStreams = (client: EventStoreDBClient) => {
  const streams = new LRUCache<string, Stream>({ max: REMEMBERED_STREAMS });

  const remember = (first: NonNullable<ResolvedEvent['event']>): Stream => {
    const name = first.streamId;
    const stream = { name, category: categoryOf(name), ...ownerOf(first) };
    streams.set(name, stream);
    return stream;
  };

  return {
    /** The event's. */
    async of(event: NonNullable<ResolvedEvent['event']>): Promise<Stream> {
      if (event.revision === 0n) return remember(event);
      const known = streams.get(event.streamId);
      if (known) return known;
      for await (const first of receive(client.readStream(event.streamId, { maxCount: 1 }))) {
        if (first.revision === 0n) return remember(first);
      }
      return { name: event.streamId, category: categoryOf(event.streamId), userId: null, conversationId: null };
    },
  };
};
