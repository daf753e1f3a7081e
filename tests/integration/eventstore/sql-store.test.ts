import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asRevision } from '../../../schema/order.ts';
import type { EventStore, NewEvent } from '../../../server/eventstore/event-store.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import type { Sql } from '../../../server/sql/sql.ts';
import {
  conflict,
  follow,
  idsOf,
  invalid,
  newEvent,
  newEvents,
  newStream,
  range,
  readOut,
  revisionsOf,
} from '../../contract/event-store-support.ts';
import { injected } from '../../support/injected.ts';
import { databases, type TestSql } from '../../support/sql.ts';

const log = pino({ level: 'silent' });
const fresh = { expectedRevision: 'no_stream' } as const;
const any = { expectedRevision: 'any' } as const;

describe.each(databases)('the SQL event store on %s', (_, open) => {
  let database: TestSql;
  let store: EventStore;
  /** How many appends each flush held. */
  let flushes: number[];
  /** How many pages of streams were read backwards, as the store itself never does. */
  let pages: number;
  let beforeFlush: () => Promise<void>;

  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    flushes = [];
    pages = 0;
    beforeFlush = async () => undefined;
    const sql: Sql = {
      ...database.sql,
      async query(text, values) {
        if (text.includes('e.revision desc')) pages += 1;
        if (!text.includes('append_events')) return database.sql.query(text, values);
        flushes.push(Array.isArray(values?.[2]) ? values[2].length : 0);
        await beforeFlush();
        return database.sql.query(text, values);
      },
    };
    store = await openEventStore(sql, { log, ...injected });
  });
  afterEach(() => store.close());

  it('sends the appends of one moment in one flush, and those that wait for it in the next', async () => {
    const stream = newStream();
    const wave = () => Promise.all(range(1, 40).map(() => store.append(stream, newEvents(2), any)));
    let waiting: ReturnType<typeof wave> | undefined;
    beforeFlush = async () => {
      waiting ??= wave();
      await sleep(5);
    };
    await wave();
    await waiting;
    expect(flushes).toEqual([40, 40]);
    expect(revisionsOf(await readOut(store.readStream(stream)))).toEqual(range(0, 159));
  });

  it('splits what is too much for one flush, in order', async () => {
    const stream = newStream();
    const wide = range(1, 9).map(() => newEvents(1_000));
    const heavy = range(1, 50).map((n) => [{ ...newEvent(n), data: { text: 'x'.repeat(200_000) } }]);
    await Promise.all([...wide, ...heavy].map((events) => store.append(stream, events, any)));
    expect(flushes.length).toBeGreaterThanOrEqual(5);
    expect(flushes.length).toBeLessThanOrEqual(8);
    expect(idsOf(await readOut(store.readStream(stream)))).toEqual(idsOf([...wide, ...heavy].flat()));
  });

  it('gives positions without gaps, whatever is refused, repeated or broken in between', async () => {
    const streams = range(1, 3).map(() => newStream());
    const known = newEvents(2);
    const base = await store.head();
    const settled = await Promise.allSettled(
      range(0, 99).map((n) => {
        const stream = streams[n % 3] ?? '';
        if (n % 10 === 9) return store.append(stream, newEvents(1), fresh);
        if (n % 10 === 2) return store.append('known-1', known, any);
        if (n % 10 === 3) return store.append(stream, [{ ...newEvent(), data: { text: '\0' } }], any);
        return store.append(stream, newEvents(1 + (n % 4)), any);
      }),
    );
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(20);
    const positions = (await readOut(store.readAll())).map(({ position }) => position);
    expect(positions).toEqual(positions.map((_, index) => BigInt(index) + 1n));
    expect(BigInt(positions.length)).toBeGreaterThan(base + 100n);
    expect(await store.head()).toBe(BigInt(positions.length));
  });

  const bad: [string, NewEvent][] = [
    ['U+0000', { ...newEvent(), data: { text: 'a\0b' } }],
    ['a lone surrogate', { ...newEvent(), data: { text: '\ud83d' } }],
    ['U+0000 in its metadata', { ...newEvent(), metadata: { text: '\0' } }],
    ['U+0000 in its type', { ...newEvent(), type: 'No\0ted' }],
    ['an id that is no UUID', { ...newEvent(), id: 'x' }],
  ];
  it.each(bad)('refuses an event with %s and takes those beside it', async (_, event) => {
    const [first, second] = [newStream(), newStream()];
    const settled = await Promise.allSettled([
      store.append(first, newEvents(1), fresh),
      store.append(second, [newEvent(), event], fresh),
      store.append(first, newEvents(1), { expectedRevision: asRevision(0) }),
      store.append(second, newEvents(1), { expectedRevision: asRevision(1) }),
      store.append(second, newEvents(1), fresh),
    ]);
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(settled[1]).toEqual({ status: 'rejected', reason: invalid });
    expect(settled[3]).toEqual({ status: 'rejected', reason: conflict(1, 'no_stream') });
    expect(flushes).toEqual([5, 1, 1, 1, 1, 1]);
    expect(await readOut(store.readStream(second))).toHaveLength(1);
  });

  it('reads what the database compresses in as few pages as anything else', async () => {
    const stream = newStream();
    const words = (n: number) => ({ result: `Row ${n} is like the one before it. `.repeat(90) });
    const events = range(1, 300).map((n) => ({ ...newEvent(), data: words(n), metadata: words(n) }));
    await store.append(stream, events, any);
    const compressed = await database.sql.query(
      'select 1 from events where id = any ($1) and pg_column_compression(data) is not null',
      [idsOf(events)],
    );
    expect(compressed).toHaveLength(300);
    expect(await readOut(store.readStream(stream, { direction: 'backwards' }))).toHaveLength(300);
    expect(pages).toBe(1);
  });

  it('waits at its closing for what is being appended', async () => {
    const stream = newStream();
    beforeFlush = () => sleep(50);
    const appends = range(1, 3).map(() => store.append(stream, newEvents(1), any));
    await store.close();
    expect((await Promise.all(appends)).map(({ revision }) => revision)).toEqual([0, 1, 2]);
  });

  it('is the same store after it was closed and opened again', async () => {
    const stream = newStream();
    const { revision, position } = await store.append(stream, newEvents(3), fresh);
    await store.close();
    const again = await openEventStore(database.sql, { log, ...injected });
    expect(again.id).toBe(store.id);
    const follower = follow((signal) => again.subscribeToAll({ after: position, signal }));
    const next = await again.append(stream, newEvents(1), { expectedRevision: revision });
    expect(next).toEqual({ revision: 3, position: position + 1n });
    expect(revisionsOf(await follower.untilSeen(1))).toEqual([3]);
    await follower.stop();
    await again.close();
  });
});
