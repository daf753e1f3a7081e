import type { Projection, Statement } from '../../projections/projection.ts';
import type { Position } from '../../schema/order.ts';
import { asPosition } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { SqlRunner } from '../sql/sql.ts';

export type Checkpoint = { readonly version: number; readonly position: Position };

/** Trying again, from the checkpoint of the new rows, helps. */
export const rebuiltElsewhere = () =>
  new TurnlogError('REJECTED', 'another process has rebuilt or written this read model meanwhile', { retryable: true });

export const runStatements = async (tx: SqlRunner, statements: readonly Statement[]): Promise<void> => {
  await Promise.all(statements.map(({ text, values }) => tx.query(text, values)));
};

/** Which version of a projection its rows are of, and how far they go; null where they were never built. */
export const readCheckpoint = async (sql: SqlRunner, name: string): Promise<Checkpoint | null> => {
  const [row] = await sql.query<{ version: number; position: bigint }>(
    'select version, position from projections where name = $1',
    [name],
  );
  return row ? { version: row.version, position: asPosition(row.position) } : null;
};

/** Moves the checkpoint; false where it isn't where it was left, since the rows were rebuilt meanwhile. */
export const advanceCheckpoint = async (
  tx: SqlRunner,
  { name, version }: Pick<Projection, 'name' | 'version'>,
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
  await tx.script(`create schema ${shadow}; set local search_path = ${shadow}; ${tables}`);
  return shadow;
};

const requireShadow = async (tx: SqlRunner, shadow: string): Promise<void> => {
  const found = await tx.query('select from pg_namespace where nspname = $1', [shadow]);
  if (found.length === 0) throw rebuiltElsewhere();
};

/** Unqualified statements of this transaction see the shadow's tables, and never the live ones. */
export const useShadow = async (tx: SqlRunner, shadow: string): Promise<void> => {
  await requireShadow(tx, shadow);
  await tx.script(`set local search_path = ${shadow}`);
};

export const dropShadow = (tx: SqlRunner, shadow: string): Promise<void> =>
  tx.script(`drop schema if exists ${shadow} cascade`);

/**
 * The built tables take the place of the live ones, and the checkpoint is theirs; false where the live rows have got
 * further and may not step back. Other rebuilds of the projection, abandoned or under way, end with it.
 * @throws TurnlogError REJECTED where this is the one that has ended
 */
export const switchToShadow = async (
  tx: SqlRunner,
  { name, version }: Projection,
  { shadow, position, mayStepBack }: { shadow: string; position: Position; mayStepBack: boolean },
): Promise<boolean> => {
  // The checkpoint's lock first, as a running projector takes it first; there is always a row to lock.
  await tx.query('insert into projections (name, version, position) values ($1, 0, 0) on conflict (name) do nothing', [
    name,
  ]);
  const [live] = await tx.query<{ version: number; position: bigint }>(
    'select version, position from projections where name = $1 for update',
    [name],
  );
  await requireShadow(tx, shadow);
  if (live && live.position > position && !mayStepBack) return false;
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
  await tx.query('update projections set version = $2, position = $3 where name = $1', [name, version, position]);
  return true;
};
