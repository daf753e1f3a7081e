import { inject } from 'vitest';
import { migrate } from '../../server/sql/migrate.ts';
import { openPostgres } from '../../server/sql/pg.ts';
import type { Sql } from '../../server/sql/sql.ts';
import { openTestPglite } from './pglite.ts';
import { createDatabase } from './postgres.ts';

/** A new database in the run's Postgres. */
export const freshDatabase = () => createDatabase(inject('postgresUrl'));

/** An open, migrated database of one's own; `close` drops it. `url` is Postgres' alone. */
export type TestSql = { readonly sql: Sql; readonly url?: string; close(): Promise<void> };

const openTestPostgres = async (): Promise<TestSql> => {
  const { url, drop } = await freshDatabase();
  const sql = openPostgres(url);
  await migrate(sql);
  return {
    sql,
    url,
    async close() {
      await sql.close();
      await drop();
    },
  };
};

const openEmbedded = async (): Promise<TestSql> => {
  const sql = await openTestPglite();
  return { sql, close: () => sql.close() };
};

const openers = { postgres: openTestPostgres, pglite: openEmbedded };
export type DatabaseName = keyof typeof openers;
export const openDatabase = (name: DatabaseName): Promise<TestSql> => openers[name]();

/** For `describe.each`: one suite over both databases. */
export const databases: [name: DatabaseName, open: () => Promise<TestSql>][] = [
  ['postgres', openTestPostgres],
  ['pglite', openEmbedded],
];
