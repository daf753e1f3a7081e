import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asRevision } from '../../../schema/order.ts';
import { TurnlogError } from '../../../server/errors.ts';
import type { EventStore, ExpectedRevision, NewEvent } from '../../../server/eventstore/event-store.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { migrate } from '../../../server/sql/migrate.ts';
import { openPostgres } from '../../../server/sql/pg.ts';
import type { Sql } from '../../../server/sql/sql.ts';
import {
  expectHonestPositions,
  follow,
  idsOf,
  newEvent,
  newEvents,
  newStream,
  range,
  readOut,
  revisionsOf,
} from '../../contract/event-store-support.ts';
import { hurried } from '../../support/injected.ts';
import { freshDatabase } from '../../support/sql.ts';
import { type FlakyPostgres, openFlakyPostgres } from './flaky-postgres.ts';

const unavailable = expect.objectContaining({ code: 'STORE_UNAVAILABLE', retryable: true });

describe('a store whose Postgres fails', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let network: FlakyPostgres;
  let sql: Sql;
  let store: EventStore;
  beforeEach(async () => {
    database = await freshDatabase();
    network = await openFlakyPostgres(database.url);
    sql = openPostgres(network.url);
    await migrate(sql);
    store = await openEventStore(sql, { log: pino({ level: 'silent' }), ...hurried });
  });
  afterEach(async () => {
    await store.close();
    await sql.close();
    await network.close();
    await database.drop();
  });

  const followBoth = (stream: string) => [
    follow((signal) => store.subscribeToAll({ signal })),
    follow((signal) => store.subscribeToStream(stream, { signal })),
  ];

  /** As a caller does it: again with the same ids, until it is answered. */
  const appendStubbornly = async (stream: string, events: NewEvent[], expectedRevision: ExpectedRevision) => {
    for (;;) {
      try {
        return await store.append(stream, events, { expectedRevision });
      } catch (error) {
        expect(error).toEqual(unavailable);
      }
    }
  };

  it.each(['no_stream', asRevision(1), 'stream_exists', 'any'] as const)(
    'does not append twice, expecting %s, what was committed before its answer was lost',
    async (expectedRevision) => {
      const stream = newStream();
      const before = expectedRevision === 'no_stream' ? [] : newEvents(2);
      if (before.length > 0) await store.append(stream, before, { expectedRevision: 'any' });
      const followers = followBoth(stream);
      await Promise.all(followers.map((follower) => follower.untilCaughtUp()));
      const events = newEvents(3);
      network.loseAnswers(2);
      const { revision } = await store.append(stream, events, { expectedRevision });
      const expected = [...idsOf(before), ...idsOf(events)];
      expect(network.lost()).toBe(2);
      expect(revision).toBe(expected.length - 1);
      expect(idsOf(await readOut(store.readStream(stream)))).toEqual(expected);
      for (const follower of followers) {
        await follower.untilSeen(expected.length);
        await follower.stop();
        expect(idsOf(follower.events())).toEqual(expected);
      }
    },
  );

  it('answers a caller that comes again after the store had given up', async () => {
    const stream = newStream();
    const events = newEvents(3);
    network.loseAnswers(5);
    await expect(store.append(stream, events, { expectedRevision: 'no_stream' })).rejects.toEqual(unavailable);
    const others = store.append(newStream(), newEvents(1), { expectedRevision: 'no_stream' });
    const again = store.append(stream, events, { expectedRevision: 'no_stream' });
    expect((await again).revision).toBe(2);
    await others;
    expect(idsOf(await readOut(store.readStream(stream)))).toEqual(idsOf(events));
  });

  it('keeps many writers in order while its sessions are terminated again and again', async () => {
    const streams = range(1, 4).map(() => newStream());
    const admin = openPostgres(database.url, { poolSize: 1 });
    const stopping = new AbortController();
    const terminating = (async () => {
      while (!stopping.signal.aborted) {
        await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`,
        );
        await sleep(60);
      }
    })();
    const follower = follow((signal) => store.subscribeToAll({ signal }));
    const written = await Promise.all(
      streams.map(async (stream) => {
        const events: NewEvent[] = [];
        for (const n of range(0, 79)) {
          const event = newEvent(n);
          const expected = n === 0 ? 'no_stream' : asRevision(n - 1);
          const { revision } = await appendStubbornly(stream, [event], n % 2 ? expected : n === 0 ? expected : 'any');
          expect(revision).toBe(n);
          events.push(event);
          await sleep(5);
        }
        return events;
      }),
    );
    stopping.abort();
    await terminating;
    await admin.close();
    for (const [index, stream] of streams.entries()) {
      expect(idsOf(await readOut(store.readStream(stream)))).toEqual(idsOf(written[index] ?? []));
    }
    await follower.untilSeen(320);
    await follower.stop();
    expect(idsOf(follower.events())).toEqual(idsOf(await readOut(store.readAll())));
    expectHonestPositions(follower.batches);
  });

  it('outlives a database that goes away and comes back', async () => {
    const stream = newStream();
    await store.append(stream, newEvents(5), { expectedRevision: 'no_stream' });
    const live = followBoth(stream);
    await Promise.all(live.map((follower) => follower.untilCaughtUp()));

    network.down();
    const started = performance.now();
    await expect(store.append(stream, newEvents(1), { expectedRevision: 'any' })).rejects.toEqual(unavailable);
    expect(performance.now() - started).toBeLessThan(5_000);
    await expect(readOut(store.readStream(stream))).rejects.toEqual(unavailable);
    const waiting = followBoth(stream);
    const leaving = followBoth(stream);
    await Promise.all(leaving.map((follower) => follower.stop()));
    const stubborn = appendStubbornly(stream, newEvents(5), 'any');
    await sleep(300);

    network.up();
    expect((await stubborn).revision).toBe(9);
    const elsewhere = openPostgres(database.url, { poolSize: 2 });
    const other = await openEventStore(elsewhere, { log: pino({ level: 'silent' }), ...hurried });
    await other.append(stream, newEvents(5), { expectedRevision: 'any' });
    for (const follower of [...live, ...waiting]) {
      await follower.untilSeen(15);
      await follower.stop();
      expect(revisionsOf(follower.events())).toEqual(range(0, 14));
      expectHonestPositions(follower.batches);
    }
    await other.close();
    await elsewhere.close();
  });

  it('closes while its database is away, whoever goes on trying', async () => {
    const follower = follow((signal) => store.subscribeToAll({ signal }));
    await follower.untilCaughtUp();
    network.down();
    const trying = (async () => {
      for (;;) {
        try {
          return await store.append(newStream(), newEvents(1), { expectedRevision: 'any' });
        } catch (error) {
          if (!(error instanceof TurnlogError && error.retryable)) throw error;
        }
      }
    })();
    const refused = expect(trying).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: false });
    await store.close();
    await follower.done;
    await refused;
  });
});
