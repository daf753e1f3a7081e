import type { EventStoreDBClient } from '@eventstore/db-client';
import { START } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { EsdbReads } from './esdb-reads.ts';
import { listen, prefixFilter, type ServerFilter } from './esdb-subscription.ts';
import type { Batch, Filter } from './event-store.ts';
import { matches } from './matches.ts';
import { openPage } from './pages.ts';
import type { AllPage, LogPages } from './subscriptions.ts';

/** The log page by page; where a filter names types or categories, the server leaves the rest out. */
export const openEsdbPages = (client: EventStoreDBClient, reads: EsdbReads): LogPages => {
  /** Ends at a checkpoint, too, so that what holds nothing is not passed again after a lost connection. */
  const filteredPage = async (page: AllPage, filter: Filter, server: ServerFilter): Promise<Batch> => {
    const { after, limit, signal } = page;
    const reached = await reads.head();
    const { events, add, isFull } = openPage(limit);
    if (reached <= after) return { events, position: reached, caughtUp: true };
    for await (const heard of listen(client, { after, filter: server, signal })) {
      if (heard.kind === 'caughtUp') return { events, position: reached, caughtUp: true };
      const { kind, position } = heard;
      const found = kind === 'event' ? await reads.recorded(heard) : null;
      if (found && matches(filter, found)) add(found);
      const caughtUp = position >= reached;
      if (caughtUp || isFull() || kind === 'checkpoint') return { events, position, caughtUp };
    }
    signal.throwIfAborted();
    throw new TurnlogError('STORE_UNAVAILABLE', 'the event store has ended a subscription', { retryable: true });
  };

  const readPage = async ({ after, filter, limit, signal }: AllPage): Promise<Batch> => {
    const reached = await reads.head();
    const { events, add, isFull } = openPage(limit);
    const from = after > START ? { from: after } : {};
    if (reached > after) {
      // The one at `after` comes again.
      const options = { ...from, to: reached, limit: limit + 1, ...(filter && { filter }), signal };
      for await (const event of reads.readAll(options)) {
        if (event.position > after) add(event);
        if (isFull()) break;
      }
      signal.throwIfAborted();
    }
    const caughtUp = !isFull();
    return { events, position: caughtUp ? reached : (events.at(-1)?.position ?? reached), caughtUp };
  };

  return {
    async streamPage({ stream, from, limit }) {
      const { events, add, isFull } = openPage(limit);
      for await (const event of reads.readStream(stream, { from, limit })) {
        add(event);
        if (isFull()) break;
      }
      return { events, more: isFull() };
    },
    async allPage(page) {
      const server = page.filter && prefixFilter(page.filter);
      return page.filter && server ? filteredPage(page, page.filter, server) : readPage(page);
    },
  };
};
