import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  START as FIRST,
  FORWARDS,
  type ResolvedEvent,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { LRUCache } from 'lru-cache';
import { asPosition, type Position, type Revision, START } from '../../schema/order.ts';
import { categoryOf } from '../../schema/streams.ts';
import { asUnavailable } from './esdb-connection.ts';
import { ownerOf, recordedEvent } from './esdb-events.ts';
import type { Direction, ReadAllOptions, ReadStreamOptions, RecordedEvent, Stream } from './event-store.ts';
import { matches } from './live-tail.ts';
import type { LogPages } from './subscriptions.ts';

const REMEMBERED_STREAMS = 100_000;

/** A read's events as they come; a missing stream has none. */
async function* receive(read: AsyncIterable<ResolvedEvent>, signal?: AbortSignal) {
  try {
    for await (const { event } of read) {
      if (signal?.aborted) return;
      if (event) yield event;
    }
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return;
    throw asUnavailable(error);
  }
}

const toGrpc = (position: Position) => ({ commit: position, prepare: position });

export const openEsdbReads = (client: EventStoreDBClient) => {
  /** What a whole stream shares: told by its first event, so it never changes. */
  const streams = new LRUCache<string, Stream>({ max: REMEMBERED_STREAMS });

  const remember = (first: NonNullable<ResolvedEvent['event']>): Stream => {
    const name = first.streamId;
    const stream = { name, category: categoryOf(name), ...ownerOf(first) };
    streams.set(name, stream);
    return stream;
  };

  const streamOf = async (event: NonNullable<ResolvedEvent['event']>): Promise<Stream> => {
    if (event.revision === 0n) return remember(event);
    const known = streams.get(event.streamId);
    if (known) return known;
    for await (const first of receive(client.readStream(event.streamId, { maxCount: 1 }))) {
      if (first.revision === 0n) return remember(first);
    }
    return { name: event.streamId, category: categoryOf(event.streamId), userId: null, conversationId: null };
  };

  /** Null for what is no event of Turnlog's: `$` streams are EventStoreDB's own. */
  const recorded = async ({ event }: Pick<ResolvedEvent, 'event'>): Promise<RecordedEvent | null> =>
    !event || event.streamId.startsWith('$') ? null : recordedEvent(event, await streamOf(event));

  async function* readStream(stream: string, options: ReadStreamOptions): AsyncGenerator<RecordedEvent> {
    const { from, direction = 'forwards', limit, signal } = options;
    if (limit === 0) return;
    const start = direction === 'forwards' ? FIRST : END;
    const read = client.readStream(stream, {
      fromRevision: from === undefined ? start : BigInt(from),
      direction: direction === 'forwards' ? FORWARDS : BACKWARDS,
      ...(limit !== undefined && { maxCount: limit }),
    });
    for await (const event of receive(read, signal)) yield recordedEvent(event, await streamOf(event));
  }

  /** Everything from a position on; inclusive forwards, and exclusive backwards, as the server has it. */
  async function* scan(from: Position | undefined, direction: Direction, signal?: AbortSignal) {
    const forwards = direction === 'forwards';
    const begin = from === undefined ? (forwards ? FIRST : END) : toGrpc(from);
    const read = client.readAll({ fromPosition: begin, direction: forwards ? FORWARDS : BACKWARDS });
    for await (const event of receive(read, signal)) {
      const found = await recorded({ event });
      if (found) yield found;
    }
  }

  /** The server knows no position between two events: `from` need not be one, so the nearest is looked for. */
  async function* scanFrom(from: Position | undefined, direction: Direction, signal?: AbortSignal) {
    if (from === undefined || direction === 'forwards') return yield* scan(from || undefined, direction, signal);
    for await (const event of scan(from, 'forwards', signal)) {
      if (event.position === from) yield event;
      break;
    }
    yield* scan(from, 'backwards', signal);
  }

  async function* readAll(options: ReadAllOptions): AsyncGenerator<RecordedEvent> {
    const { from, to, direction = 'forwards', filter, limit = Number.POSITIVE_INFINITY, signal } = options;
    let left = limit;
    if (left === 0) return;
    for await (const event of scanFrom(from, direction, signal)) {
      if (to !== undefined && (direction === 'forwards' ? event.position > to : event.position < to)) return;
      if (filter && !matches(filter, event)) continue;
      yield event;
      left -= 1;
      if (left === 0) return;
    }
  }

  const head = async (): Promise<Position> => {
    for await (const event of readAll({ direction: 'backwards', limit: 1 })) return event.position;
    return START;
  };

  const pages: LogPages = {
    async streamPage({ stream, from, limit }: { stream: string; from: Revision; limit: number }) {
      const events: RecordedEvent[] = [];
      for await (const event of readStream(stream, { from, limit })) events.push(event);
      return events;
    },
    async allPage({ after, filter, limit }) {
      const reached = await head();
      const events: RecordedEvent[] = [];
      const from = after > START ? { from: after } : {};
      if (reached > after) {
        for await (const event of readAll({ ...from, to: reached, ...(filter && { filter }) })) {
          if (event.position > after) events.push(event);
          if (events.length === limit) break;
        }
      }
      return { events, head: asPosition(reached) };
    },
  };

  return { recorded, readStream, readAll, head, pages };
};
