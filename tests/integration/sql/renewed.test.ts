import { expect, it, vi } from 'vitest';
import type { Sql } from '../../../server/sql/sql.ts';
import { openNewPglite, openTestPglite } from '../../support/pglite.ts';

const USERS = "nspname !~ '^pg_' and nspname <> 'information_schema'";
/** What a database is, but for what is new in each: oids, the store's id, the times of its migrations. */
const CATALOG = {
  schemas: `select nspname, nspowner::regrole::text, nspacl::text, obj_description(oid) from pg_namespace where ${USERS}`,
  relations: `select nspname, relname, relkind::text, relacl::text, relpersistence::text, reloptions
    from pg_class c join pg_namespace n on n.oid = relnamespace where ${USERS}`,
  columns: `select table_schema, table_name, column_name, ordinal_position, column_default, is_nullable, udt_name
    from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema')`,
  constraints: `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace`,
  indexes: `select schemaname, indexname, indexdef from pg_indexes where schemaname <> 'pg_catalog'`,
  functions: `select nspname, pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = pronamespace where ${USERS}`,
  types: `select nspname, typname from pg_type join pg_namespace n on n.oid = typnamespace where ${USERS}`,
  triggers: 'select tgrelid::regclass::text, tgname from pg_trigger where not tgisinternal',
  sequences: 'select schemaname, sequencename, start_value, increment_by, last_value from pg_sequences',
  extensions: 'select extname from pg_extension',
  // PL/pgSQL's own are there from its first use on.
  settings: `select name, setting from pg_settings where name !~ '^plpgsql[.]'`,
  temporary: `select relname from pg_class where relpersistence = 't'`,
  prepared: 'select name from pg_prepared_statements',
  channels: 'select pg_listening_channels() as channel',
  locks: `select locktype, mode from pg_locks where locktype = 'advisory'`,
};

const rowsOf = async (sql: Sql, query: string) =>
  (await sql.query<{ row: string }>(`select t::text as row from (${query}) t order by 1`)).map(({ row }) => row);

const snapshot = async (sql: Sql) => {
  const taken: Record<string, string[]> = {};
  for (const [name, query] of Object.entries(CATALOG)) taken[name] = await rowsOf(sql, query);
  const tables = await sql.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  for (const { name } of tables) {
    taken[`rows of ${name}`] = await rowsOf(
      sql,
      `select to_jsonb(t) - '{id,ran_at}'::text[] as row from public.${name} t`,
    );
  }
  return taken;
};

/** Leaves something of each kind behind. */
const useUp = (sql: Sql) =>
  sql.script(`
    create schema beside;
    create table beside.things (n serial primary key, note text unique);
    create table things (n serial, note text);
    create index things_by_note on things (note);
    create type mood as enum ('good');
    create view noted as select note from things;
    insert into things (note) values ('one'), ('two');
    insert into projections (name, version, position) values ('left', 1, 7);
    insert into secrets (name, value) values ('left', 'behind');
    update store set id = gen_random_uuid();
    select nextval('streams_id_seq'), nextval('turn_queue_sequence_seq');
    alter table events add column extra text;
    drop table lane_calls;
    create or replace function left_behind() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger left_behind before insert on things for each row execute function left_behind();
    create temporary table passing (n integer);
    prepare asked as select 1;
    set work_mem = '7MB';
    set search_path = beside;
    select pg_advisory_lock(7);
    delete from public.migrations;
  `);

it('gives out a used database as a new one', async () => {
  const made = await openNewPglite();
  const isNew = await snapshot(made);
  await made.close();
  const first = await openTestPglite();
  const [store] = await first.query('select id from store');
  const heard: string[] = [];
  const listening = first.listen(
    'odd_channel',
    { onNotice: (notice) => void heard.push(notice), onConnect: () => undefined },
    new AbortController().signal,
  );
  await useUp(first);
  expect(await snapshot(first)).not.toEqual(isNew);
  await first.close();
  await listening;
  await expect(first.query('select 1')).rejects.toThrow('closed');

  const second = await openTestPglite();
  expect(await snapshot(second)).toEqual(isNew);
  expect(await second.query('select id from store')).not.toEqual([store]);
  await second.query("select pg_notify('odd_channel', 'left')");
  expect(heard).toEqual([]);
  await second.close();
});

it('keeps nobody awake for its statistics', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const sql = await openNewPglite();
  // What is counted within a second of the last time is left for later, with a timer.
  for (let n = 0; n < 20; n += 1) await sql.script(`create table kept_${n} (n integer)`);
  const later = timers.mock.results.filter((_, call) => timers.mock.calls[call]?.[1] === 10_000);
  expect(later.length).toBeGreaterThan(0);
  expect(later.map(({ value }) => value.hasRef())).not.toContain(true);
  await sql.close();
});
