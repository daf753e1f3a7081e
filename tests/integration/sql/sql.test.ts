import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SqlRunner } from '../../../server/sql/sql.ts';
import { databases, type TestSql } from '../../support/sql.ts';

describe.each(databases)('sql over %s', (kind, open) => {
  let database: TestSql;
  beforeAll(async () => {
    database = await open();
    await database.sql.script('create table things (n bigint primary key, note text); create table others (n integer)');
  });
  afterAll(() => database.close());
  const one = async (text: string, values?: readonly unknown[]) => (await database.sql.query(text, values))[0];

  it('knows what it is', () => expect(database.sql.kind).toBe(kind));

  it('answers in types that lose nothing', async () => {
    const row = await one(`select 9007199254740993::bigint as int8, 7::integer as int4, true as bool, null as nothing,
      timestamptz '2030-01-02 03:04:05.678+00' as at, '{"a":[1,"x",null]}'::jsonb as jsonb, '{"a":1}'::json as json,
      'text' as text, array['a','b'] as texts, array[1,2] as ints, count(*) as count from (values (1), (2)) as v`);
    expect(row).toStrictEqual({
      int8: 9007199254740993n,
      int4: 7,
      bool: true,
      nothing: null,
      at: new Date('2030-01-02T03:04:05.678Z'),
      jsonb: { a: [1, 'x', null] },
      json: { a: 1 },
      text: 'text',
      texts: ['a', 'b'],
      ints: [1, 2],
      count: 2n,
    });
  });

  it('takes values of each kind', async () => {
    const at = new Date('2030-01-02T03:04:05.678Z');
    const id = randomUUID();
    const text = ' "quoted", \\ {braces} NULL null\n\t🙂 שלום \u2028';
    const row = await one(
      `select $1::bigint as int8, $2::integer as int4, $3::text as text, $4::timestamptz as at, $5::jsonb as jsonb,
        $6::uuid as uuid, $7::boolean as bool, $8::text as nothing`,
      [2n ** 62n, -5, text, at, JSON.stringify({ text, list: [] }), id, false, null],
    );
    expect(row).toStrictEqual({
      int8: 2n ** 62n,
      int4: -5,
      text,
      at,
      jsonb: { text, list: [] },
      uuid: id,
      bool: false,
      nothing: null,
    });
  });

  it('takes arrays', async () => {
    const texts = ['', 'a,b', '"', '\\', '{}', 'NULL', 'null', ' x ', "it's", '🙂', '\n', null];
    const ids = [randomUUID(), randomUUID()];
    const row = await one(
      'select $1::text[] as texts, $2::uuid[] as ids, $3::integer[] as ints, $4::text[] as none, $5::bigint[] as bigs',
      [texts, ids, [1, -2, 2 ** 31 - 1], [], [1n, 2n ** 60n]],
    );
    expect(row).toMatchObject({ texts, ids, ints: [1, -2, 2 ** 31 - 1], none: [] });
    expect(await one('select $1 = any ($2::text[]) as found', ['a,b', texts])).toEqual({ found: true });
  });

  it('goes on after a query has failed, alone or among others', async () => {
    const failing = ['select 1/0', 'select nonsense', 'selekt', "select 'x'::integer", 'select $1::integer'];
    for (const text of failing) {
      await expect(database.sql.query(text)).rejects.toThrow();
      expect(await one('select 1 as n')).toEqual({ n: 1 });
    }
    const settled = await Promise.allSettled(
      [...failing, ...failing].flatMap((text) => [database.sql.query(text), database.sql.query('select 2 as n')]),
    );
    for (const [index, answer] of settled.entries()) {
      if (index % 2 === 0) expect(answer.status).toBe('rejected');
      else expect(answer).toEqual({ status: 'fulfilled', value: [{ n: 2 }] });
    }
    await expect(database.sql.script('select 1; selekt;')).rejects.toThrow();
  });

  it('says by its code what the database refused', async () => {
    await database.sql.query('insert into things values (1)');
    await expect(database.sql.query('insert into things values (1)')).rejects.toMatchObject({ code: '23505' });
    await expect(database.sql.transaction((tx) => tx.query('insert into things values (1 / 0)'))).rejects.toMatchObject(
      { code: expect.stringMatching(/^22/) },
    );
  });

  it('commits what resolves and rolls back what rejects', async () => {
    const failure = new Error('mine');
    const committed = await database.sql.transaction(async (tx) => {
      await tx.script('insert into others values (1); insert into others values (2)');
      return tx.query('select n from others order by n');
    });
    expect(committed).toEqual([{ n: 1 }, { n: 2 }]);
    await expect(
      database.sql.transaction(async (tx) => {
        await tx.query('delete from others');
        throw failure;
      }),
    ).rejects.toBe(failure);
    await expect(
      database.sql.transaction(async (tx) => {
        await tx.query('delete from others');
        await tx.query('select 1/0');
      }),
    ).rejects.toMatchObject({ code: '22012' });
    expect(await database.sql.query('select n from others order by n')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('runs what is sent together in its order, fails by the first that fails, and keeps none of it', async () => {
    const insert = (n: number | string) => ['insert into queued (n) values ($1)', [n]] as const;
    const sendAll = (statements: readonly (readonly [string, readonly unknown[]])[]) =>
      database.sql.transaction((tx) => Promise.all(statements.map(([text, values]) => tx.query(text, values))));
    await database.sql.script('create table queued (place serial, n integer unique)');
    await sendAll(Array.from({ length: 100 }, (_, n) => insert(n)));
    const queued = await database.sql.query<{ n: number }>('select n from queued order by place');
    expect(queued.map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    const failing = sendAll([insert(100), insert(7), insert('no number'), insert(101)]);
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await one('select count(*)::integer as n from queued')).toEqual({ n: 100 });
    await sendAll([insert(100)]);
    expect(await one('select count(*)::integer as n from queued')).toEqual({ n: 101 });
  });

  it('takes no statement of a transaction that is over', async () => {
    const late = 'insert into others values (3)';
    let committed: SqlRunner | undefined;
    await database.sql.transaction(async (tx) => {
      committed = tx;
    });
    let rolledBack: SqlRunner | undefined;
    const failing = database.sql.transaction(async (tx) => {
      rolledBack = tx;
      throw new Error('mine');
    });
    await expect(failing).rejects.toThrow('mine');
    for (const tx of [committed, rolledBack]) {
      await expect(tx?.query(late)).rejects.toThrow(/transaction is (over|closed)/i);
      await expect(tx?.script(late)).rejects.toThrow(/transaction is (over|closed)/i);
    }
    expect(await one('select count(*)::integer as n from others where n = 3')).toEqual({ n: 0 });
  });

  it('keeps transactions apart that run at once', async () => {
    await database.sql.query('create table counters (n integer)');
    await database.sql.query('insert into counters values (0)');
    await Promise.all(
      Array.from({ length: 30 }, () =>
        database.sql.transaction(async (tx) => {
          const [row] = await tx.query<{ n: number }>('select n from counters for update');
          await tx.query('update counters set n = $1', [(row?.n ?? 0) + 1]);
        }),
      ),
    );
    expect(await one('select n from counters')).toEqual({ n: 30 });
  });

  it('hears notices from the moment it says so until its signal', async () => {
    const stopping = new AbortController();
    const heard: string[] = [];
    let connected = () => {};
    const ready = new Promise<void>((resolve) => {
      connected = resolve;
    });
    const listening = database.sql.listen(
      'odd_channel',
      { onNotice: (payload) => heard.push(payload), onConnect: () => connected() },
      stopping.signal,
    );
    await ready;
    await database.sql.query('select pg_notify($1, $2)', ['odd_channel', 'first']);
    await database.sql.query('select pg_notify($1, $2)', ['other', 'not for us']);
    await database.sql.query('select pg_notify($1, $2)', ['odd_channel', 'second']);
    await expect.poll(() => heard).toEqual(['first', 'second']);
    stopping.abort();
    await listening;
    await database.sql.query('select pg_notify($1, $2)', ['odd_channel', 'third']);
    expect(heard).toEqual(['first', 'second']);
  });

  it('does not listen when it was stopped before', async () => {
    await database.sql.listen('c', { onNotice: () => undefined, onConnect: () => undefined }, AbortSignal.abort());
  });
});
