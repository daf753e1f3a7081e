import type { Projection, Statement } from '../../projections/projection.ts';
import type { Position } from '../../schema/order.ts';
import { asPosition } from '../../schema/order.ts';
import type { SqlRunner } from '../sql/sql.ts';

export const runStatements = async (tx: SqlRunner, statements: readonly Statement[]): Promise<void> => {
  for (const { text, values } of statements) await tx.query(text, values);
};

/** Where a projection's rows are and how far they go; null where they were never built. */
export const readCheckpoint = async (
  sql: SqlRunner,
  name: string,
): Promise<{ version: number; position: Position } | null> => {
  const [row] = await sql.query<{ version: number; position: bigint }>(
    'select version, position from projections where name = $1',
    [name],
  );
  return row ? { version: row.version, position: asPosition(row.position) } : null;
};

export const writeCheckpoint = async (
  tx: SqlRunner,
  { name, version }: Projection,
  position: Position,
): Promise<void> => {
  await tx.query(
    `insert into projections (name, version, position) values ($1, $2, $3)
     on conflict (name) do update set version = excluded.version, position = excluded.position`,
    [name, version, position],
  );
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

const shadowOf = (name: string) => `rebuild_${name}`;

/** Statements run in this transaction see the projection's tables that are being built beside the live ones. */
export const useShadow = (tx: SqlRunner, { name }: Projection): Promise<void> =>
  tx.script(`set local search_path = ${shadowOf(name)}, public`);

/** Empty tables beside the live ones. */
export const createShadow = async (tx: SqlRunner, projection: Projection): Promise<void> => {
  await tx.script(
    `drop schema if exists ${shadowOf(projection.name)} cascade; create schema ${shadowOf(projection.name)}`,
  );
  await useShadow(tx, projection);
  await tx.script(projection.tables);
};

/** The built tables take the place of the live ones. */
export const switchToShadow = async (tx: SqlRunner, { name, tables }: Projection): Promise<void> => {
  for (const [, table] of tables.matchAll(/create table (\w+)/g)) {
    await tx.script(
      `drop table if exists public.${table} cascade; alter table ${shadowOf(name)}.${table} set schema public`,
    );
  }
  await tx.script(`drop schema ${shadowOf(name)} cascade`);
};
