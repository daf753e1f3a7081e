import type { Projection, Statement } from '../../projections/projection.ts';
import type { Position } from '../../schema/order.ts';
import { asPosition } from '../../schema/order.ts';
import type { SqlRunner } from '../sql/sql.ts';

export type Checkpoint = { readonly version: number; readonly position: Position };

export const runStatements = async (tx: SqlRunner, statements: readonly Statement[]): Promise<void> => {
  for (const { text, values } of statements) await tx.query(text, values);
};

const checkpointOf = (row: { version: number; position: bigint } | undefined): Checkpoint | null =>
  row ? { version: row.version, position: asPosition(row.position) } : null;

/** Which version of a projection its rows are of, and how far they go; null where they were never built. */
export const readCheckpoint = async (sql: SqlRunner, name: string): Promise<Checkpoint | null> => {
  const rows = await sql.query<{ version: number; position: bigint }>(
    'select version, position from projections where name = $1',
    [name],
  );
  return checkpointOf(rows[0]);
};

/** Moves the checkpoint; false where it isn't where it was left, since the rows were rebuilt meanwhile. */
export const advanceCheckpoint = async (
  tx: SqlRunner,
  { name, version }: Projection,
  { from, to }: { from: Position; to: Position },
): Promise<boolean> => {
  const moved = await tx.query(
    'update projections set position = $4 where name = $1 and version = $2 and position = $3 returning name',
    [name, version, from, to],
  );
  return moved.length > 0;
};

/** Empty tables beside the live ones, in a schema of this rebuild's own. Returns its name. */
export const createShadow = async (tx: SqlRunner, { name, tables }: Projection): Promise<string> => {
  const [row] = await tx.query<{ shadow: string }>(
    `select 'rebuild_' || $1::text || '_' || pg_current_xact_id()::text as shadow`,
    [name],
  );
  const shadow = row?.shadow ?? '';
  await tx.script(`create schema ${shadow}`);
  await useShadow(tx, shadow);
  await tx.script(tables);
  return shadow;
};

/** Unqualified statements of this transaction see the shadow's tables, and never the live ones. */
export const useShadow = (tx: SqlRunner, shadow: string): Promise<void> =>
  tx.script(`set local search_path = ${shadow}`);

export const dropShadow = (tx: SqlRunner, shadow: string): Promise<void> =>
  tx.script(`drop schema if exists ${shadow} cascade`);

/**
 * The built tables take the place of the live ones, and the checkpoint is theirs; false where the live rows have got
 * further, which must not be lost. Other rebuilds of the projection, abandoned or under way, end with it.
 */
export const switchToShadow = async (
  tx: SqlRunner,
  { name, version }: Projection,
  { shadow, position }: { shadow: string; position: Position },
): Promise<boolean> => {
  // The lock first, as a running projector takes it first.
  const live = checkpointOf(
    (
      await tx.query<{ version: number; position: bigint }>(
        'select version, position from projections where name = $1 for update',
        [name],
      )
    )[0],
  );
  if (live?.version === version && live.position > position) return false;
  const tables = await tx.query<{ tablename: string }>('select tablename from pg_tables where schemaname = $1', [
    shadow,
  ]);
  for (const { tablename } of tables) {
    await tx.script(`drop table if exists public.${tablename}; alter table ${shadow}.${tablename} set schema public`);
  }
  const others = await tx.query<{ nspname: string }>(`select nspname from pg_namespace where nspname ~ $1`, [
    `^rebuild_${name}_[0-9]+$`,
  ]);
  for (const { nspname } of others) await dropShadow(tx, nspname);
  await tx.query(
    `insert into projections (name, version, position) values ($1, $2, $3)
     on conflict (name) do update set version = excluded.version, position = excluded.position`,
    [name, version, position],
  );
  return true;
};
