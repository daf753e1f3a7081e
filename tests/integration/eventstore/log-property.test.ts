import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '../../../server/eventstore/event-store.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import type { Sql } from '../../../server/sql/sql.ts';
import { injected } from '../../support/injected.ts';
import { databases, type TestSql } from '../../support/sql.ts';
import type { Step } from './log-model.ts';
import { expectTold, holds, type Mischief, runSteps } from './log-run.ts';

const log = pino({ level: 'silent' });

/** Commits come late: the positions are given, the lock is held, and nobody can see the events yet. */
const withLateCommits = (sql: Sql): Sql => {
  let calls = 0;
  return {
    ...sql,
    query: (text, values) =>
      text.includes('append_events')
        ? sql.transaction(async (tx) => {
            const rows = await tx.query(text, values);
            calls += 1;
            await sleep((calls * 7) % 23);
            return rows as never;
          })
        : sql.query(text, values),
  };
};

const mischiefOn = (sql: Sql): Mischief => ({
  hold: (ms) =>
    sql.transaction(async (tx) => {
      await tx.query('select position from store for update');
      await sleep(ms);
    }),
  async deafen() {
    await sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen %' and pid <> pg_backend_pid()`,
    );
  },
});

const shared = (open: () => Promise<TestSql>, around: readonly ((sql: Sql) => Sql)[]) => {
  const opened: { database?: TestSql; stores: EventStore[] } = { stores: [] };
  beforeAll(async () => {
    opened.database = await open();
    for (const wrap of around)
      opened.stores.push(await openEventStore(wrap(opened.database.sql), { log, ...injected }));
  });
  afterAll(async () => {
    for (const store of opened.stores) await store.close();
    await opened.database?.close();
  });
  return async (given: Step[]) => {
    if (!opened.database) throw new Error('no database');
    return runSteps(given, opened.stores, mischiefOn(opened.database.sql));
  };
};

describe.each(databases)('one process on %s', (kind, open) => {
  const run = shared(open, [(sql) => sql]);

  it('is answered as its appends came, and shows every reader all of the log, once, in order', async () => {
    await holds(kind === 'postgres', async (given) => {
      const played = await run(given);
      expect(played.outcomes).toEqual(played.attempts.map(({ predicted }) => predicted));
      expectTold(played);
    });
  }, 60_000);
});

describe.each(databases.filter(([kind]) => kind === 'postgres'))('two processes on %s', (_, open) => {
  const run = shared(open, [(sql) => sql, withLateCommits]);

  it('agree, though commits come late and notices are lost', async () => {
    await holds(true, async (given) => expectTold(await run(given)));
  }, 60_000);
});
