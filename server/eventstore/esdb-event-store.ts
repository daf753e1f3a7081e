import { setMaxListeners } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { z } from 'zod';
import { asPosition, START } from '../../schema/order.ts';
import { openEsdbAppends } from './esdb-append.ts';
import { connect, dispose, openBackOff } from './esdb-connection.ts';
import { openEsdbPages } from './esdb-pages.ts';
import { type EsdbReads, openEsdbReads } from './esdb-reads.ts';
import { listen, notItsOwn } from './esdb-subscription.ts';
import type { EventStore, StoreDeps } from './event-store.ts';
import { gather } from './gather.ts';
import { type LiveTail, openLiveTail } from './live-tail.ts';
import { PAGE_EVENTS } from './pages.ts';
import { openSubscriptions } from './subscriptions.ts';

/** Its metadata names the store: cursors of another are told by it. */
const NAMED_STREAM = 'turnlog';
const named = z.object({ storeId: z.guid() });
const TICK_MS = 1_000;

/** The store's id, kept with its data: whoever comes first gives it. */
const storeId = async (client: EventStoreDBClient, newId: () => string): Promise<string> => {
  const find = async () => {
    const { metadata } = await client.getStreamMetadata(NAMED_STREAM);
    return named.safeParse(metadata).data?.storeId;
  };
  const found = await find();
  if (found) return found;
  const fresh = { storeId: newId() };
  const options = { expectedRevision: 'no_stream' } as const;
  await client.setStreamMetadata<{ storeId: string }>(NAMED_STREAM, fresh, options).catch(() => undefined);
  const given = await find();
  if (!given) throw new Error(`the metadata of stream ${NAMED_STREAM} is not Turnlog's`);
  return given;
};

/** Feeds the tail by one subscription to everything, through restarts and changes of leader, until the signal. */
const feed = async (
  client: EventStoreDBClient,
  reads: EsdbReads,
  tail: LiveTail,
  { log, sleep, signal }: Pick<StoreDeps, 'log' | 'sleep'> & { signal: AbortSignal },
) => {
  const backOff = openBackOff(sleep, signal);
  const advance = gather(tail.advance);
  /** Past the tail's position where only what is EventStoreDB's own came since. */
  let after = tail.position();
  while (!signal.aborted) {
    try {
      for await (const heard of listen(client, { after, filter: notItsOwn, signal })) {
        if (heard.kind === 'caughtUp') continue;
        const event = heard.kind === 'event' ? await reads.recorded(heard) : null;
        backOff.succeeded();
        if (heard.position <= after) continue;
        after = heard.position;
        if (event) advance(event);
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'the log is not heard; trying again');
    }
    if (!signal.aborted) await backOff.wait();
  }
};

const openOn = async (client: EventStoreDBClient, deps: StoreDeps): Promise<EventStore> => {
  const { log, newId, observer, sleep, every } = deps;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const reads = openEsdbReads(client);
  const pages = openEsdbPages(client, reads);
  const appends = openEsdbAppends(client, sleep, closing.signal);
  const id = await storeId(client, newId);
  const tail = openLiveTail(
    await reads.head(),
    async (after) =>
      (await pages.allPage({ after, filter: undefined, limit: PAGE_EVENTS, signal: closing.signal })).events,
    (error) => log.warn({ err: error }, 'the log cannot be read; trying again'),
    (change) => observer?.subscribers(change),
  );
  const feeding = feed(client, reads, tail, { ...deps, signal: closing.signal });
  const stopTicking = every(TICK_MS, tail.tick);

  return {
    id,
    async append(stream, ...given) {
      const answer = await appends.append(stream, ...given);
      // A repeat may be answered without a position; it is stored, whether or not the head can be read.
      const upTo = answer.position > START ? answer.position : await reads.head().catch(() => null);
      if (upTo) tail.expect(stream, upTo);
      return answer;
    },
    readStream: (stream, options = {}) => reads.readStream(stream, options),
    readAll: (options = {}) => reads.readAll(options),
    ...openSubscriptions({ pages, tail, sleep }),
    head: async () => asPosition(await reads.head()),
    async close() {
      await appends.close();
      stopTicking();
      closing.abort();
      await tail.close();
      await feeding;
      await dispose(client, sleep);
    },
  };
};

/**
 * The event store on EventStoreDB or KurrentDB. Positions are the server's commit positions. Under `any` a repeat is
 * known as well as the server knows it, which is not for ever.
 */
export const openEsdbEventStore = async (url: string, deps: StoreDeps): Promise<EventStore> => {
  const client = connect(url);
  try {
    return await openOn(client, deps);
  } catch (error) {
    await dispose(client, deps.sleep);
    throw error;
  }
};
