import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { openSql } from '../../../server/sql/index.ts';
import { migrate } from '../../../server/sql/migrate.ts';
import { readOut } from '../../contract/event-store-support.ts';
import { injected } from '../../support/injected.ts';
import { freshDatabase } from '../../support/sql.ts';
import { buildAppender } from './appender-process.ts';

type Place = { dataDir: string; databaseUrl?: string };

/** Every event there, once: of each stream without gaps, of the store without gaps, and all that were acknowledged. */
const expectWhole = async (place: Place, acknowledged: readonly string[]) => {
  const sql = await openSql(place);
  const store = await openEventStore(sql, { log: pino({ level: 'silent' }), ...injected });
  const log = await readOut(store.readAll());
  expect(await store.head()).toBe(BigInt(log.length));
  await store.close();
  await sql.close();
  const next = new Map<string, number>();
  const astray = log.filter(({ position, revision, stream }, index) => {
    const expected = next.get(stream.name) ?? 0;
    next.set(stream.name, expected + 1);
    return revision !== expected || position !== BigInt(index) + 1n;
  });
  expect(astray).toEqual([]);
  const there = new Set(log.map(({ id }) => id));
  expect(there.size).toBe(log.length);
  expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
};

describe('kill -9 during appends', () => {
  let appenders: Awaited<ReturnType<typeof buildAppender>>;
  const dataDir = mkdtempSync(join(tmpdir(), 'turnlog-killed-'));
  beforeAll(async () => {
    appenders = await buildAppender();
  });
  afterAll(() => {
    appenders.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const killOften = async (place: Place, times: number) => {
    const sql = await openSql(place);
    await migrate(sql);
    await sql.close();
    const acknowledged: string[] = [];
    const start = () => appenders.start(place.dataDir, ...(place.databaseUrl ? [place.databaseUrl] : []));
    let spare = start();
    for (let n = 1; n <= times; n += 1) {
      const appender = await spare;
      if (n < times) spare = start();
      appender.go();
      // One in five dies while it opens the store.
      await (n % 5 === 0
        ? appender.killAfter(Math.random() * 800, 'go')
        : appender.killAfter(Math.random() * 150, 'first answer'));
      acknowledged.push(...appender.acknowledged);
    }
    expect(acknowledged.length).toBeGreaterThan(times);
    await expectWhole(place, acknowledged);
  };

  it('loses nothing acknowledged in fifty kills of the embedded store, whose lock the next one takes over', async () => {
    await killOften({ dataDir }, 50);
  }, 300_000);

  it('loses nothing acknowledged on Postgres', async () => {
    const { url, drop } = await freshDatabase();
    await killOften({ dataDir, databaseUrl: url }, 8);
    await drop();
  }, 120_000);
});
