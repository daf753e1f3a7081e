import type { Projection, Statement } from '../../projections/projection.ts';
import type { Position } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import type { Sql } from '../sql/sql.ts';
import { filterOf, PoisonError, projectBatch, type StoryReader } from './project-batch.ts';
import {
  advanceCheckpoint,
  type Checkpoint,
  readCheckpoint,
  rebuiltElsewhere,
  runStatements,
} from './projection-tables.ts';

/** An idle projection's checkpoint is written after this many positions, so that a restart reads little again. */
const CHECKPOINT_EVERY = 10_000n;

export type Keeping = {
  readonly projection: Projection;
  readonly store: EventStore;
  readonly sql: Sql;
  readonly readStory: StoryReader;
};

type Kept = {
  readonly rows: Checkpoint;
  readonly until: AbortSignal;
  /** Hears how far the rows are. */
  readonly onKept: (position: Position) => void;
};

/**
 * Brings rows up to date from their checkpoint on, each batch and its checkpoint in one transaction, until the signal.
 * @throws PoisonError; TurnlogError REJECTED where the checkpoint was moved by another
 */
export const keepRows = async ({ projection, store, sql, readStory }: Keeping, { rows, until, onKept }: Kept) => {
  const { name } = projection;
  let checkpoint = rows.position;
  const write = async (statements: readonly Statement[], to: Position) => {
    const from = checkpoint;
    await sql.transaction(async (tx) => {
      if (!(await advanceCheckpoint(tx, { name, version: rows.version }, { from, to }))) throw rebuiltElsewhere();
      await runStatements(tx, statements);
    });
    checkpoint = to;
    onKept(to);
  };
  onKept(checkpoint);
  const options = { after: checkpoint, filter: filterOf(projection), signal: until };
  for await (const { events, position } of store.subscribeToAll(options)) {
    if (events.length === 0 && position - checkpoint < CHECKPOINT_EVERY) onKept(position);
    else await projectBatch({ projection, events, readStory, write }, position);
  }
};

/**
 * Keeps rows of another version, as far as they take what this version makes of the events, until the signal or until
 * others have replaced them. Answers why they can be kept no longer, where that is so.
 */
export const keepOldRows = async (keeping: Keeping, { rows, until, onKept }: Kept): Promise<string | null> => {
  for (let old: Checkpoint | null = rows; old?.version === rows.version && !until.aborted; ) {
    try {
      await keepRows(keeping, { rows: old, until, onKept });
    } catch (error) {
      const isOthers = error instanceof TurnlogError && error.code === 'REJECTED';
      if (!isOthers && !until.aborted) {
        return error instanceof PoisonError ? error.message : 'the store cannot be read';
      }
    }
    old = await readCheckpoint(keeping.sql, keeping.projection.name).catch(() => null);
  }
  return null;
};
