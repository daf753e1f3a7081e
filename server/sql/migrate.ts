import { TurnlogError } from '../errors.ts';
import type { Sql, SqlRunner } from './sql.ts';

const files = import.meta.glob<string>('../../schema/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const migrations = Object.entries(files)
  .map(([path, sql]) => ({ name: path.slice(path.lastIndexOf('/') + 1), sql }))
  .sort((a, b) => a.name.localeCompare(b.name));

const LOCK = 7_461_735_522; // any number, the same for every process

const executed = async (tx: SqlRunner): Promise<string[]> =>
  (await tx.query<{ name: string }>('select name from migrations order by name')).map(({ name }) => name);

const runMissing = async (tx: SqlRunner): Promise<string[]> => {
  // Loaded where there is something to run: it brings a command line of its own, an eighth of a server's start.
  const { Umzug } = await import('umzug');
  const umzug = new Umzug({
    context: tx,
    logger: undefined,
    migrations: migrations.map(({ name, sql }) => ({ name, up: () => tx.script(sql) })),
    storage: {
      executed: () => executed(tx),
      logMigration: async ({ name }) => {
        await tx.query('insert into migrations (name) values ($1)', [name]);
      },
      unlogMigration: async () => {
        throw new TurnlogError('REJECTED', 'migrations only go forward');
      },
    },
  });
  return (await umzug.up()).map(({ name }) => name);
};

/**
 * Brings the database to this version's schema: all missing files of schema/migrations in one transaction, one process at
 * a time. Returns the names of those it ran.
 * @throws TurnlogError REJECTED where the data was written by a later version
 */
export const migrate = (sql: Sql): Promise<string[]> =>
  sql.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await tx.script(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    );
    // Umzug itself passes over names that it doesn't know.
    const known = new Set(migrations.map(({ name }) => name));
    const ran = await executed(tx);
    const unknown = ran.find((name) => !known.has(name));
    if (unknown) {
      throw new TurnlogError('REJECTED', `this data was written by a later version of Turnlog (it ran ${unknown})`);
    }
    return ran.length === migrations.length ? [] : runMissing(tx);
  });
