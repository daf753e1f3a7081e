import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { migrate } from '../../server/sql/migrate.ts';
import { openPglite } from '../../server/sql/pglite.ts';
import type { Sql } from '../../server/sql/sql.ts';
import { DUMP } from './pglite-template.ts';

/**
 * Postgres counts what its statements did and sets itself a timer of ten seconds to write that down. In a database that
 * is kept it may outlive the test file, which doesn't leave it open: it isn't held against it.
 */
const set = globalThis.setTimeout;
globalThis.setTimeout = new Proxy(set, {
  apply(_, self, values: Parameters<typeof set>) {
    const timer = Reflect.apply(set, self, values);
    if (new Error('where from').stack?.includes('@electric-sql')) timer.unref();
    return timer;
  },
});

/** Databases that nobody uses now, kept for the tests to come: the files of a worker share them. */
const free: Sql[] = [];

/** One that nobody used before. */
export const openNewPglite = async (): Promise<Sql> =>
  openPglite(undefined, new Blob([await readFile(join(inject('pgliteTemplate'), DUMP))]));

/** Makes a used database what a new one is: a fifth of the work. */
const renew = async (sql: Sql): Promise<Sql> => {
  await sql.script('discard all');
  const schemas = await sql.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  );
  await sql.script(`drop schema ${schemas.map(({ name }) => name).join(', ')} cascade;
    create schema public authorization pg_database_owner;
    comment on schema public is 'standard public schema';
    grant usage on schema public to public`);
  await migrate(sql);
  return sql;
};

/** `sql` until it is closed, which gives it back. */
const lend = (sql: Sql): Sql => {
  const closing = new AbortController();
  const listening = new Set<Promise<void>>();
  const lent = (): Sql => {
    if (closing.signal.aborted) throw new Error('the database is closed');
    return sql;
  };
  return {
    kind: sql.kind,
    query: async (text, values) => lent().query(text, values),
    script: async (text) => lent().script(text),
    transaction: async (work) => lent().transaction(work),
    async listen(channel, handlers, signal) {
      const heard = lent().listen(channel, handlers, AbortSignal.any([signal, closing.signal]));
      listening.add(heard);
      await heard;
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      await Promise.allSettled(listening);
      free.push(sql);
    },
  };
};

/** A migrated database in memory, of one's own. */
export const openTestPglite = async (): Promise<Sql> => {
  const used = free.pop();
  return lend(used ? await renew(used) : await openNewPglite());
};
