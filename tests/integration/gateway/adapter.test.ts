import { EventStoreDBClient, jsonEvent, UnavailableError } from '@eventstore/db-client';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { asRevision } from '../../../schema/order.ts';
import type { EventStore } from '../../../server/eventstore/event-store.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { follow, newEvent, range, readOut, revisionsOf } from '../../contract/event-store-support.ts';
import { startGatewayProcess } from '../../support/gateway-process.ts';
import { injected } from '../../support/injected.ts';
import { openDatabase, type TestSql } from '../../support/sql.ts';

const silent = pino({ level: 'silent' });
let gateway: Awaited<ReturnType<typeof startGatewayProcess>>;
let database: TestSql;
let store: EventStore;

beforeAll(async () => {
  [gateway, database] = await Promise.all([startGatewayProcess(), openDatabase('pglite')]);
  const elsewhere = { ...injected, log: silent, url: gateway.url };
  store = await openEventStore(database.sql, elsewhere);
});
afterAll(async () => {
  await store.close();
  await database.close();
  await gateway.close();
});

/** The official client, which finds the node by gossip and reads until `gone` at the latest. */
const openReader = async (gone: Promise<unknown>) => {
  const port = /:(\d+)\?/.exec(gateway.url)?.[1];
  const client = EventStoreDBClient.connectionString(gateway.url.replace('?', `,localhost:${port}?`));
  const append = () =>
    client.appendToStream(
      'long',
      Array.from({ length: 2_000 }, () => jsonEvent({ type: 'x', data: {} })),
    );
  await append();
  const read = async () => {
    let count = 0;
    for await (const _ of client.readStream('long')) {
      count += 1;
      if (count === 12) await gone;
    }
  };
  return { append, reading: read(), dispose: client.dispose };
};

it('has stored what was answered without a position, though the log cannot be read then', async () => {
  const client = EventStoreDBClient.connectionString(gateway.url);
  const connected = vi.spyOn(EventStoreDBClient, 'connectionString').mockReturnValue(client);
  onTestFinished(() => connected.mockRestore());
  const repeating = await openEventStore(database.sql, { log: silent, url: gateway.url, ...injected });
  vi.spyOn(client, 'appendToStream').mockResolvedValue({ success: true, nextExpectedRevision: 0n });
  const reading = vi.spyOn(client, 'readAll').mockImplementation(() => {
    throw new Error('away');
  });
  const answer = await repeating.append('thing-repeated', [newEvent(0)], { expectedRevision: 'any' });
  expect(answer).toEqual({ revision: 0, position: 0n });
  expect(reading).toHaveBeenCalledOnce();
  await repeating.close();
});

it("goes on through a node's restart: nothing is lost, nothing comes twice", async () => {
  const [stream, other] = ['thing-restart', 'thing-other'];
  let tell = () => {};
  const gone = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const reader = await openReader(gone);
  const toStream = follow((signal) => store.subscribeToStream(stream, { signal }));
  const toAll = follow((signal) => store.subscribeToAll({ filter: { categories: ['thing'] }, signal }));
  await Promise.all([toStream.untilCaughtUp(), toAll.untilCaughtUp()]);

  const appendAll = async (name: string, count: number) => {
    for (const n of range(0, count - 1)) {
      const expectedRevision = n === 0 ? 'no_stream' : asRevision(n - 1);
      const event = newEvent(n);
      // What the store gave up is tried again with the same id, as whoever appends does.
      const attempt = (left: number): Promise<unknown> =>
        store.append(name, [event], { expectedRevision }).catch((error: unknown) => {
          if (left === 0) throw error;
          return attempt(left - 1);
        });
      await attempt(10);
    }
  };
  const writing = Promise.all([appendAll(stream, 150), appendAll(other, 150)]);
  await toStream.untilSeen(20);
  await gateway.kill();
  tell();
  await expect(reader.reading).rejects.toBeInstanceOf(UnavailableError);
  await gateway.restart();
  await writing;
  expect(await reader.append()).toMatchObject({ nextExpectedRevision: 3_999n });
  await reader.dispose();

  await Promise.all([toStream.untilSeen(150), toAll.untilSeen(300)]);
  await Promise.all([toStream.stop(), toAll.stop()]);
  expect(revisionsOf(toStream.events())).toEqual(range(0, 149));
  for (const name of [stream, other]) {
    expect((await readOut(store.readStream(name))).map(({ data }) => data)).toEqual(range(0, 149).map((n) => ({ n })));
    const heard = toAll.events().filter((event) => event.stream.name === name);
    expect(revisionsOf(heard)).toEqual(range(0, 149));
  }
});
