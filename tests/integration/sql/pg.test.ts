import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../../../server/sql/pg.ts';
import type { Sql } from '../../../server/sql/sql.ts';
import { freshDatabase } from '../../support/sql.ts';

const unavailable = { code: 'STORE_UNAVAILABLE', retryable: true };

describe('a pool of Postgres connections', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let sql: Sql;
  let admin: Sql;
  beforeAll(async () => {
    database = await freshDatabase();
    sql = openPostgres(database.url, { poolSize: 2 });
    admin = openPostgres(database.url, { poolSize: 1 });
  });
  afterAll(async () => {
    await sql.close();
    await admin.close();
    await database.drop();
  });
  const terminate = (which = 'true') =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
    );

  it('serves more queries than it has connections, whatever fails among them', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        sql.query(n % 3 ? 'select $1::integer as n' : 'select 1/$1::integer', [n % 3]),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
  });

  it('is STORE_UNAVAILABLE where a session ends under its query, and works again at once', async () => {
    const sleeping = expect(sql.query('select pg_sleep(30)')).rejects.toMatchObject(unavailable);
    const working = expect(sql.transaction((tx) => tx.query('select pg_sleep(30)'))).rejects.toMatchObject(unavailable);
    await expect
      .poll(() =>
        admin.query("select 1 from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'"),
      )
      .toHaveLength(2);
    await terminate();
    await Promise.all([sleeping, working]);
    expect(await sql.query('select 1 as n')).toEqual([{ n: 1 }]);
    expect(await sql.transaction((tx) => tx.query('select 2 as n'))).toEqual([{ n: 2 }]);
  });

  it('survives the end of idle sessions', async () => {
    await Promise.all([sql.query('select 1'), sql.query('select 1')]);
    await terminate();
    await expect.poll(() => sql.query('select 1 as n').catch(() => [])).toEqual([{ n: 1 }]);
  });

  it('ends to listen when its connection is lost, and can listen again', async () => {
    const stopping = new AbortController();
    let connected = 0;
    const heard: string[] = [];
    const hear = { onNotice: (payload: string) => heard.push(payload), onConnect: () => (connected += 1) };
    const listening = (async () => {
      while (!stopping.signal.aborted) await sql.listen('news', hear, stopping.signal);
    })();
    for (let times = 1; times <= 3; times += 1) {
      await expect.poll(() => connected).toBe(times);
      await admin.query('select pg_notify($1, $2)', ['news', String(times)]);
      await expect.poll(() => heard).toHaveLength(times);
      expect(getEventListeners(stopping.signal, 'abort').length).toBeLessThanOrEqual(1);
      if (times < 3) await terminate("query like 'listen%'");
    }
    expect(heard).toEqual(['1', '2', '3']);
    stopping.abort();
    await listening;
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  });

  it('is STORE_UNAVAILABLE where nobody answers', async () => {
    const nowhere = openPostgres('postgres://nobody@127.0.0.1:1/none');
    await expect(nowhere.query('select 1')).rejects.toMatchObject(unavailable);
    await expect(nowhere.script('select 1')).rejects.toMatchObject(unavailable);
    await expect(nowhere.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject(unavailable);
    const onConnect = () => expect.unreachable();
    await nowhere.listen('c', { onNotice: () => undefined, onConnect }, new AbortController().signal);
    await nowhere.close();
  });
});
