import type { Projection } from '../../projections/projection.ts';
import type { Position } from '../../schema/order.ts';
import { asPosition, START } from '../../schema/order.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import { openPage } from '../eventstore/pages.ts';
import type { Sql } from '../sql/sql.ts';
import { filterOf, openStoryReader, projectBatch } from './project-batch.ts';
import { createShadow, dropShadow, runStatements, switchToShadow, useShadow } from './projection-tables.ts';

const PAGE = 500;
const PASSES = 20;

/** `position` of `head` is how far the log was read. */
export type Progress = (progress: { name: string; position: Position; head: Position; events: number }) => void;

type Rebuilding = { store: EventStore; sql: Sql; signal?: AbortSignal; onProgress?: Progress };

/**
 * Builds a projection's rows anew from the log, beside the live ones, and switches in one transaction that sets the
 * checkpoint. A projector that keeps the live rows meanwhile goes on from there. Returns the position it reached.
 * @throws PoisonError, or TurnlogError REJECTED where another rebuild was done first; the live rows stay as they were
 */
export const rebuildProjection = async (projection: Projection, rebuilding: Rebuilding): Promise<Position> => {
  const { store, sql, signal, onProgress } = rebuilding;
  const readStory = openStoryReader(store);
  const shadow = await sql.transaction((tx) => createShadow(tx, projection));
  let events = 0;

  const build = async (page: readonly RecordedEvent[], position: Position, head: Position) => {
    const write = (statements: Parameters<typeof runStatements>[1]) =>
      sql.transaction(async (tx) => {
        await useShadow(tx, shadow);
        await runStatements(tx, statements);
      });
    await projectBatch({ projection, events: page, readStory, write }, position);
    events += page.length;
    onProgress?.({ name: projection.name, position, head, events });
  };

  const readOn = async (after: Position, head: Position) => {
    let page = openPage(PAGE);
    const options = { from: asPosition(after + 1n), to: head, filter: filterOf(projection), ...(signal && { signal }) };
    for await (const recorded of store.readAll(options)) {
      page.add(recorded);
      if (!page.isFull()) continue;
      await build(page.events, recorded.position, head);
      page = openPage(PAGE);
    }
    signal?.throwIfAborted();
    await build(page.events, head, head);
  };

  try {
    // Each pass is shorter than the one before, until the running projector wrote nothing meanwhile. Where it never pauses,
    // the rows step back a little in the end: its next write finds the checkpoint moved, and it goes on from there.
    for (let [position, pass] = [START, 1]; ; pass += 1) {
      const head = await store.head();
      await readOn(position, head);
      position = head;
      const built = { shadow, position, mayStepBack: pass >= PASSES };
      if (await sql.transaction((tx) => switchToShadow(tx, projection, built))) return position;
    }
  } catch (error) {
    // What cannot be dropped now goes with the next rebuild.
    await dropShadow(sql, shadow).catch(() => undefined);
    throw error;
  }
};
