import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  START as FIRST,
  FORWARDS,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { asPosition, type Position, START } from '../../schema/order.ts';
import { recordedEvent } from './esdb-events.ts';
import { openEsdbStreams, receive } from './esdb-streams.ts';
import { listen, prefixFilter, type ServerFilter } from './esdb-subscription.ts';
import type { Direction, ReadAllOptions, ReadStreamOptions, RecordedEvent } from './event-store.ts';
import { matches } from './matches.ts';

/** The most that the client asks for. */
const MAX_COUNT = Number.MAX_SAFE_INTEGER;
const GROWTH = 8;

type Scan = {
  readonly from: Position | undefined;
  readonly direction: Direction;
  /** So many will do. */
  readonly wanted: number;
  readonly signal: AbortSignal | undefined;
};

const toGrpc = (position: Position) => ({ commit: position, prepare: position });

export const openEsdbReads = (client: EventStoreDBClient) => {
  const streams = openEsdbStreams(client);

  /** Null for what is no event of Turnlog's: `$` streams are EventStoreDB's own. */
  const recorded = async ({ event }: Pick<ResolvedEvent, 'event'>): Promise<RecordedEvent | null> =>
    !event || event.streamId.startsWith('$') ? null : recordedEvent(event, await streams.of(event));

  async function* readStream(stream: string, options: ReadStreamOptions): AsyncGenerator<RecordedEvent> {
    const { from, direction = 'forwards', limit, signal } = options;
    if (limit === 0) return;
    const start = direction === 'forwards' ? FIRST : END;
    const read = client.readStream(stream, {
      fromRevision: from === undefined ? start : BigInt(from),
      direction: direction === 'forwards' ? FORWARDS : BACKWARDS,
      ...(limit !== undefined && { maxCount: limit }),
    });
    for await (const event of receive(read, signal)) yield recordedEvent(event, await streams.of(event));
  }

  /**
   * Everything from a position on; inclusive forwards, and exclusive backwards, as the server has it. It asks for as
   * many as are wanted, and for more where what came was EventStoreDB's own.
   */
  async function* scan({ from, direction, wanted, signal }: Scan) {
    const forwards = direction === 'forwards';
    let seen: Position | undefined;
    for (let maxCount = Math.min(wanted, MAX_COUNT); ; maxCount = Math.min(maxCount * GROWTH, MAX_COUNT)) {
      const begin = seen ?? from;
      const fromPosition = begin === undefined ? (forwards ? FIRST : END) : toGrpc(begin);
      const read = client.readAll({ fromPosition, direction: forwards ? FORWARDS : BACKWARDS, maxCount });
      let received = 0;
      for await (const event of receive(read, signal)) {
        received += 1;
        const position = asPosition(event.position?.commit ?? START);
        const found = position === seen ? null : await recorded({ event });
        seen = position;
        if (found) yield found;
      }
      if (received < maxCount || signal?.aborted) return;
    }
  }

  /** The server knows no position between two events: `from` need not be one, so the nearest is looked for. */
  async function* scanFrom(wanted: Scan) {
    const { from, direction } = wanted;
    if (from === undefined || direction === 'forwards') return yield* scan({ ...wanted, from: from || undefined });
    for await (const event of scan({ ...wanted, direction: 'forwards', wanted: 1 })) {
      if (event.position === from) yield event;
      break;
    }
    yield* scan(wanted);
  }

  /**
   * What the server's own filter lets through, to the end of what is there now: reads have no filter there, subscriptions
   * have one. They begin behind an event, so the first is read.
   */
  async function* scanFiltered({ from, to, signal }: ReadAllOptions, server: ServerFilter) {
    let after = START;
    if (from) {
      for await (const first of scan({ from, direction: 'forwards', wanted: 1, signal })) {
        yield first;
        after = first.position;
        break;
      }
      if (after === START) return;
    }
    const reached = await head();
    const end = to === undefined || to > reached ? reached : to;
    if (end <= after) return;
    for await (const heard of listen(client, { after, filter: server, signal })) {
      if (heard.kind === 'caughtUp') return;
      const found = heard.kind === 'event' ? await recorded(heard) : null;
      if (found && heard.position <= end) yield found;
      if (heard.position >= end) return;
    }
  }

  async function* readAll(options: ReadAllOptions): AsyncGenerator<RecordedEvent> {
    const { from, to, direction = 'forwards', filter, limit = Number.POSITIVE_INFINITY, signal } = options;
    let left = limit;
    if (left === 0) return;
    const server = filter && direction === 'forwards' ? prefixFilter(filter) : null;
    const wanted = filter ? Number.POSITIVE_INFINITY : limit;
    const events = server ? scanFiltered(options, server) : scanFrom({ from, direction, wanted, signal });
    for await (const event of events) {
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

  return { recorded, readStream, readAll, head };
};

export type EsdbReads = ReturnType<typeof openEsdbReads>;
