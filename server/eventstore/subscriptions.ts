import { asPosition, asRevision, type Position, type Revision, START } from '../../schema/order.ts';
import type { Sql } from '../sql/sql.ts';
import type { Batch, Filter } from './event-store.ts';
import type { LiveTail } from './live-tail.ts';
import { readAllPage, readHead, readStreamPage } from './sql-rows.ts';

/** Small enough that a slow reader's page is no burden, large enough that a finished turn takes few. */
const PAGE = 1_000;

type StreamSubscription = { after?: Revision; signal: AbortSignal };

/** Reads the store to its end, then hears the tail; goes back to the store after a jump or an overflow. */
export async function* subscribeToStream(
  sql: Sql,
  tail: LiveTail,
  stream: string,
  { after, signal }: StreamSubscription,
): AsyncGenerator<Batch> {
  const live = tail.subscribeToStream(stream, signal);
  let next = asRevision(after === undefined ? 0 : after + 1);
  try {
    while (!live.ended()) {
      let scanned = tail.position();
      for (let full = true; full && !live.ended(); ) {
        const events = await readStreamPage(sql, { stream, from: next, direction: 'forwards', limit: PAGE });
        full = events.length === PAGE;
        const last = events.at(-1);
        if (last) next = asRevision(last.revision + 1);
        if (last && last.position > scanned) scanned = last.position;
        yield { events, position: scanned, caughtUp: !full };
      }
      for (let contiguous = true; contiguous; ) {
        const news = await live.next();
        if (!news) return;
        const events = news.events.filter((event) => event.revision >= next);
        contiguous = !news.overflowed && (events[0] === undefined || events[0].revision === next);
        const last = events.at(-1);
        if (!contiguous || !last) continue;
        next = asRevision(last.revision + 1);
        yield { events, position: news.position, caughtUp: true };
      }
    }
  } finally {
    live.close();
  }
}

type AllSubscription = { after?: Position; filter?: Filter; signal: AbortSignal };

export async function* subscribeToAll(
  sql: Sql,
  tail: LiveTail,
  { after = START, filter, signal }: AllSubscription,
): AsyncGenerator<Batch> {
  const live = tail.subscribeToAll(filter, signal);
  let scanned = after;
  try {
    while (!live.ended()) {
      for (let caughtUp = false; !caughtUp && !live.ended(); ) {
        const head = (await readHead(sql)).position;
        const from = asPosition(scanned + 1n);
        const events = await readAllPage(sql, { from, to: head, direction: 'forwards', limit: PAGE, filter });
        caughtUp = events.length < PAGE;
        const reached = caughtUp ? head : (events.at(-1)?.position ?? head);
        if (reached > scanned) scanned = reached;
        yield { events, position: scanned, caughtUp };
      }
      for (let contiguous = true; contiguous; ) {
        const news = await live.next();
        if (!news) return;
        contiguous = !news.overflowed;
        if (!contiguous || news.position <= scanned) continue;
        const events = news.events.filter((event) => event.position > scanned);
        scanned = news.position;
        yield { events, position: scanned, caughtUp: true };
      }
    }
  } finally {
    live.close();
  }
}
