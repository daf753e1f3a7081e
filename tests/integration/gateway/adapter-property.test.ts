import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TurnlogError } from '../../../server/errors.ts';
import type { EventStore } from '../../../server/eventstore/event-store.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import {
  expectHonestPositions,
  follow,
  idsOf,
  newEvent,
  newEvents,
  readOut,
} from '../../contract/event-store-support.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { injected } from '../../support/injected.ts';
import type { Outcome } from '../eventstore/log-model.ts';
import { expectTold, holds, type Mischief, runSteps } from '../eventstore/log-run.ts';

const BUDGET_MS = 4_000;

/** A wire to the gateway that can be cut. */
const openWire = async (port: number) => {
  const sockets = new Set<Socket>();
  let received = 0;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
    far.on('data', (chunk) => {
      received += chunk.byteLength;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `esdb://127.0.0.1:${address.port}?tls=false`,
    cut,
    /** So many bytes came from the gateway. */
    received: () => received,
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
};

/** As whoever uses a store does: what may pass is tried again, an append with the same ids. */
const again = async <T>(attempt: () => Promise<T>, left = 30): Promise<T> =>
  attempt().catch(async (error: unknown) => {
    if (left === 0 || !(error instanceof TurnlogError) || !error.retryable) throw error;
    await sleep(20);
    return again(attempt, left - 1);
  });
const patient = (store: EventStore): EventStore => ({
  ...store,
  head: () => again(() => store.head()),
  append: (...args) => again(() => store.append(...args)),
  async *readAll(options) {
    yield* await again(() => readOut(store.readAll(options)));
  },
});

let gateway: TestGateway;
let wire: Awaited<ReturnType<typeof openWire>>;
const stores: EventStore[] = [];
const openAdapter = (url: string) => openEventStore(gateway.sql, { log: pino({ level: 'silent' }), url, ...injected });

beforeAll(async () => {
  gateway = await startGateway();
  wire = await openWire(gateway.port);
  for (let n = 0; n < 2; n += 1) stores.push(patient(await openAdapter(wire.url)));
  // What the gateway and the adapters wrote for themselves comes before.
  await stores[0]?.append('thing-first', [newEvent()], { expectedRevision: 'any' });
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await wire.close();
  await gateway.close();
});

const mischief: Mischief = {
  hold: (ms) =>
    gateway.sql.transaction(async (tx) => {
      await tx.query('select position from store');
      await sleep(ms);
    }),
  deafen: async () => wire.cut(),
};

/** Between streams the adapter keeps no order. */
const withoutPosition = (outcome: Outcome) => ('position' in outcome ? { revision: outcome.revision } : outcome);

it('answers the appends to each stream as they came, and shows every reader all of the log, once, in order', async () => {
  await holds(
    false,
    async (given) => {
      const played = await runSteps(given, stores.slice(0, 1), mischief);
      expect(played.outcomes.map(withoutPosition)).toEqual(
        played.attempts.map(({ predicted }) => withoutPosition(predicted)),
      );
      expectTold(played);
    },
    BUDGET_MS,
  );
});

it('agrees with another, though the store is slow and connections break', async () => {
  await holds(true, async (given) => expectTold(await runSteps(given, stores, mischief)), BUDGET_MS);
});

it('has the server leave out what a filter does not want, and hears how far it has come', async () => {
  const before = await gateway.store.head();
  const rare = newEvents(2, 'Rare');
  const [first, last] = rare.map((event) => [event]);
  await gateway.store.append('rare-1', first ?? [], { expectedRevision: 'any' });
  await gateway.store.append('common-1', newEvents(5_000, 'Common'), { expectedRevision: 'any' });
  await gateway.store.append('rare-1', last ?? [], { expectedRevision: 'any' });

  const own = await openWire(gateway.port);
  const store = await openAdapter(own.url);
  for (const filter of [{ categories: ['rare'] }, { types: ['Rare'] }]) {
    const found = await readOut(store.readAll({ filter }));
    expect(idsOf(found)).toEqual(idsOf(rare));
    const from = found[1]?.position ?? before;
    expect(idsOf(await readOut(store.readAll({ filter, from })))).toEqual(idsOf(rare.slice(1)));
    const follower = follow((signal) => store.subscribeToAll({ after: before, filter, signal }));
    await follower.untilSeen(2);
    await follower.stop();
    expectHonestPositions(follower.batches);
    const passed = follower.batches.filter(
      ({ events, position, caughtUp }) => !caughtUp && position > (events.at(-1)?.position ?? 0n),
    );
    expect(passed.length).toBeGreaterThan(0);
  }
  // The common ones are a megabyte.
  expect(own.received()).toBeLessThan(100_000);
  await store.close();
  await own.close();
});

it('says of nodes that it cannot find that another attempt may', async () => {
  const own = await openWire(gateway.port);
  const nodes = own.url.replace('?', `,localhost:${new URL(own.url).port}?maxDiscoverAttempts=1&`);
  const store = await openAdapter(nodes);
  await own.close();
  const reads = [() => store.head(), () => store.head(), () => readOut(store.readAll({ filter: { types: ['Rare'] } }))];
  for (const read of reads) {
    await expect(read()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
  }
  await store.close();
});
