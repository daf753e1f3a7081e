import { asRevision, type Position, type Revision, START } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { Time } from '../time.ts';
import type { Batch, EventStore, Filter } from './event-store.ts';
import type { LiveQueue } from './live-queue.ts';
import type { LiveTail } from './live-tail.ts';
import { PAGE_EVENTS, type Page } from './pages.ts';

const RETRY_MS = 250;

export type AllPage = {
  readonly after: Position;
  readonly filter: Filter | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
};

/** How a store reads its log, page by page; what fails retryably is asked again. */
export type LogPages = {
  readonly streamPage: (page: { stream: string; from: Revision; limit: number }) => Promise<Page>;
  /**
   * What follows a position; caught up where that reaches as far as the log did when it was asked for. It may fail once
   * the signal has aborted, and is never cut short by it.
   */
  readonly allPage: (page: AllPage) => Promise<Batch>;
};

type Sources = Pick<Time, 'sleep'> & { readonly pages: LogPages; readonly tail: LiveTail };

/** Reads again while the database cannot be reached. Null once the subscription has ended. */
const readPatiently = async <T>(
  { sleep }: Sources,
  { signal }: LiveQueue,
  read: () => Promise<T>,
): Promise<T | null> => {
  while (!signal.aborted) {
    try {
      const answer = await read();
      return signal.aborted ? null : answer;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof TurnlogError && error.retryable)) throw error;
    }
    await sleep(RETRY_MS, signal);
  }
  return null;
};

type StreamSubscription = { after?: Revision; signal: AbortSignal };

/** Reads the store to its end, then hears the tail; goes back to the store after a jump or an overflow. */
async function* subscribeToStream(
  sources: Sources,
  stream: string,
  { after, signal }: StreamSubscription,
): AsyncGenerator<Batch> {
  const { pages, tail } = sources;
  const live = tail.subscribeToStream(stream, signal);
  let next = asRevision(after === undefined ? 0 : after + 1);
  let scanned = START;
  try {
    for (;;) {
      for (let hasMore = true; hasMore; ) {
        const seen = tail.position();
        const readPage = async () =>
          tail.recent(stream, next, PAGE_EVENTS) ?? pages.streamPage({ stream, from: next, limit: PAGE_EVENTS });
        const page = await readPatiently(sources, live, readPage);
        if (!page) return;
        const { events, more } = page;
        const last = events.at(-1);
        hasMore = more;
        if (last) next = asRevision(last.revision + 1);
        for (const reached of [last?.position ?? START, more ? START : seen]) if (reached > scanned) scanned = reached;
        yield { events, position: scanned, caughtUp: !more };
      }
      for (let contiguous = true; contiguous; ) {
        const news = await live.next();
        if (!news) return;
        const events = news.events.filter((event) => event.revision >= next);
        contiguous = !news.overflowed && (events[0] === undefined || events[0].revision === next);
        const last = events.at(-1);
        if (!contiguous || !last) continue;
        next = asRevision(last.revision + 1);
        scanned = news.position;
        yield { events, position: scanned, caughtUp: true };
      }
    }
  } finally {
    live.close();
  }
}

type AllSubscription = { after?: Position; filter?: Filter; signal: AbortSignal };

async function* subscribeToAll(
  sources: Sources,
  { after = START, filter, signal }: AllSubscription,
): AsyncGenerator<Batch> {
  const { pages, tail } = sources;
  const live = tail.subscribeToAll(filter, signal);
  let scanned = after;
  const readPage = () => pages.allPage({ after: scanned, filter, limit: PAGE_EVENTS, signal: live.signal });
  try {
    for (;;) {
      for (let caughtUp = false; !caughtUp; ) {
        const page = await readPatiently(sources, live, readPage);
        if (!page) return;
        caughtUp = page.caughtUp;
        if (page.position > scanned) scanned = page.position;
        yield { ...page, position: scanned };
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

/** The subscriptions of a store that has a tail. */
export const openSubscriptions = (sources: Sources): Pick<EventStore, 'subscribeToStream' | 'subscribeToAll'> => ({
  subscribeToStream: (stream, options) => subscribeToStream(sources, stream, options),
  subscribeToAll: (options) => subscribeToAll(sources, options),
});
