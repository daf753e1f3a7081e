import type { Projection, Statement } from '../../projections/projection.ts';
import type { Position } from '../../schema/order.ts';
import { START } from '../../schema/order.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import type { Sql } from '../sql/sql.ts';
import { filterOf, projectEvent } from './project-batch.ts';
import { createShadow, runStatements, switchToShadow, useShadow, writeCheckpoint } from './projection-tables.ts';

const PAGE = 500;

/** `position` of `head` is how far the log was read. */
export type Progress = (progress: { name: string; position: Position; head: Position; events: number }) => void;

type Rebuilding = { store: EventStore; sql: Sql; signal?: AbortSignal; onProgress?: Progress };

/**
 * Builds a projection's rows anew from the log, beside the live ones, and switches in one transaction that sets the
 * checkpoint. Returns the position it reached.
 */
export const rebuildProjection = async (
  projection: Projection,
  { store, sql, signal, onProgress }: Rebuilding,
): Promise<Position> => {
  await sql.transaction((tx) => createShadow(tx, projection));
  const head = await store.head();
  let events = 0;
  const flush = async (page: readonly RecordedEvent[]) => {
    const statements: Statement[] = [];
    for (const recorded of page) statements.push(...(await projectEvent(store, projection, recorded)));
    await sql.transaction(async (tx) => {
      await useShadow(tx, projection);
      await runStatements(tx, statements);
    });
    events += page.length;
    onProgress?.({ name: projection.name, position: page.at(-1)?.position ?? START, head, events });
  };
  let page: RecordedEvent[] = [];
  for await (const recorded of store.readAll({ filter: filterOf(projection), ...(signal ? { signal } : {}) })) {
    if (recorded.position > head) break;
    page.push(recorded);
    if (page.length < PAGE) continue;
    await flush(page);
    page = [];
  }
  await flush(page);
  signal?.throwIfAborted();
  await sql.transaction(async (tx) => {
    await switchToShadow(tx, projection);
    await writeCheckpoint(tx, projection, head);
  });
  onProgress?.({ name: projection.name, position: head, head, events });
  return head;
};
