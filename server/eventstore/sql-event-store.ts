import { asPosition, asRevision, type Position, type Revision } from '../../schema/order.ts';
import type { Sql } from '../sql/sql.ts';
import { type Flush, openAppendQueue } from './append-queue.ts';
import type { EventStore, ReadAllOptions, ReadStreamOptions, RecordedEvent, StoreDeps } from './event-store.ts';
import { type LiveTail, openLiveTail } from './live-tail.ts';
import { PAGE_EVENTS, type Page } from './pages.ts';
import { openSqlFlush } from './sql-flush.ts';
import { readAllPage, readHead, readStreamPage } from './sql-rows.ts';
import { type LogPages, openSubscriptions } from './subscriptions.ts';

const TICK_MS = 1_000;
const RECONNECT_MS = 250;
const LAST_REVISION = asRevision(2 ** 31 - 1);
const LAST_POSITION = asPosition(2n ** 63n - 1n);

async function* readStream(
  sql: Sql,
  tail: LiveTail,
  stream: string,
  options: ReadStreamOptions,
): AsyncGenerator<RecordedEvent> {
  const { direction = 'forwards', heard = false, signal } = options;
  const pageOf = async (from: Revision, limit: number): Promise<Page> => {
    const recent = direction === 'forwards' ? tail.recent(stream, from, limit) : null;
    // Whether there is more than what was heard only the database knows.
    const isEnough = recent && (heard || recent.more || recent.events.length === options.limit);
    return isEnough ? recent : readStreamPage(sql, { stream, from, direction, limit });
  };
  const step = direction === 'forwards' ? 1 : -1;
  let from = options.from ?? (direction === 'forwards' ? asRevision(0) : LAST_REVISION);
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  while (left > 0 && from >= 0 && !signal?.aborted) {
    const { events, more } = await pageOf(from, Math.min(PAGE_EVENTS, left));
    yield* events;
    const last = events.at(-1);
    if (!last || !more) return;
    left -= events.length;
    from = asRevision(last.revision + step);
  }
}

async function* readAll(sql: Sql, options: ReadAllOptions): AsyncGenerator<RecordedEvent> {
  const { direction = 'forwards', to, filter, signal } = options;
  const step = direction === 'forwards' ? 1n : -1n;
  let from: Position = options.from ?? (direction === 'forwards' ? asPosition(0n) : LAST_POSITION);
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  while (left > 0 && from >= 0n && !signal?.aborted) {
    const limit = Math.min(PAGE_EVENTS, left);
    const page = { from, ...(to !== undefined && { to }), direction, limit, filter };
    const { events, more } = await readAllPage(sql, page);
    yield* events;
    const last = events.at(-1);
    if (!last || !more) return;
    left -= events.length;
    from = asPosition(last.position + step);
  }
}

const observed =
  (flush: Flush, { observer, elapsed }: Pick<StoreDeps, 'observer' | 'elapsed'>): Flush =>
  async (appends) => {
    await flush(appends);
    if (!observer) return;
    const now = elapsed();
    let events = 0;
    for (const append of appends) {
      events += append.events.length;
      observer.appended((now - append.since) / 1000);
    }
    observer.flushed(events);
  };

const sqlPages = (sql: Sql): LogPages => ({
  streamPage: (page) => readStreamPage(sql, { ...page, direction: 'forwards' }),
  async allPage({ after, filter, limit }) {
    const { position: head } = await readHead(sql);
    const from = asPosition(after + 1n);
    const { events, more } = await readAllPage(sql, { from, to: head, direction: 'forwards', limit, filter });
    return { events, position: more ? (events.at(-1)?.position ?? head) : head, caughtUp: !more };
  },
});

/**
 * The event store on Postgres or PGlite (migrated). Closing it waits for what is being appended, ends its subscriptions,
 * and leaves the database open.
 */
export const openSqlEventStore = async (sql: Sql, deps: StoreDeps): Promise<EventStore> => {
  const { log, newId, observer, elapsed, sleep, every } = deps;
  const closing = new AbortController();
  const pages = sqlPages(sql);
  const start = await readHead(sql);
  const tail = openLiveTail(
    start.position,
    async (after) => {
      const page = { from: asPosition(after + 1n), limit: PAGE_EVENTS, filter: undefined };
      return (await readAllPage(sql, { ...page, direction: 'forwards' })).events;
    },
    (error) => log.warn({ err: error }, 'the log cannot be read; trying again'),
    (change) => observer?.subscribers(change),
  );
  const origin = newId();
  const flush = openSqlFlush({
    sql,
    origin,
    sleep,
    onCommitted: tail.offer,
    onRepeated: tail.poke,
  });
  const queue = openAppendQueue(observed(flush, deps), elapsed);

  // The embedded store has one process: nobody else appends, so nothing needs to be listened for.
  const isShared = sql.kind === 'postgres';
  const hear = { onNotice: (from: string) => from !== origin && tail.poke(), onConnect: tail.poke };
  const listening = (async () => {
    while (isShared && !closing.signal.aborted) {
      await sql.listen('turnlog_events', hear, closing.signal);
      await sleep(RECONNECT_MS, closing.signal);
    }
  })();
  const stopTicking = every(TICK_MS, () => {
    tail.tick();
    if (isShared) tail.poke();
  });

  return {
    id: start.id,
    append: queue.append,
    readStream: (stream, options = {}) => readStream(sql, tail, stream, options),
    readAll: (options = {}) => readAll(sql, options),
    ...openSubscriptions({ pages, tail, sleep }),
    head: async () => (await readHead(sql)).position,
    async close() {
      await queue.close();
      stopTicking();
      closing.abort();
      await listening;
      await tail.close();
    },
  };
};
