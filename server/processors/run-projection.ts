import { setTimeout as sleep } from 'node:timers/promises';
import type { Projection, Statement } from '../../projections/projection.ts';
import { asPosition, type Position } from '../../schema/order.ts';
import type { Batch, EventStore } from '../eventstore/event-store.ts';
import type { Sql } from '../sql/sql.ts';
import { filterOf, PoisonError, projectBatch, type StoryReader } from './project-batch.ts';
import { advanceCheckpoint, readCheckpoint, rebuiltElsewhere, runStatements } from './projection-tables.ts';
import { rebuildProjection } from './rebuild.ts';

const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** An idle projection's checkpoint is written after this many positions, so that a restart reads little again. */
const CHECKPOINT_EVERY = 10_000n;

/** Before its rows are there a projection has not even passed the beginning. */
export const UNBUILT = asPosition(-1n);

/** The event that a projection could not take. It stands still there; the others go on. */
export type Parked = { readonly position: string; readonly event: string; readonly type: string; readonly why: string };
export type Progress = { readonly position: Position; readonly parked?: Parked };

type Running = {
  store: EventStore;
  sql: Sql;
  readStory: StoryReader;
  log: {
    info(obj: object, msg: string): void;
    warn(obj: object, msg: string): void;
    error(obj: object, msg: string): void;
  };
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
};

/**
 * Keeps one projection's rows, each batch and its checkpoint in one transaction, until the signal aborts. Begins with a
 * rebuild where the rows are missing or of another version. Tries again after whatever passes, stands still at a poison
 * event until somebody rebuilt the rows.
 */
export const runProjection = async (projection: Projection, running: Running): Promise<void> => {
  const { store, sql, readStory, log, signal, onProgress } = running;
  const { name, version } = projection;
  let position = UNBUILT;
  let checkpoint = UNBUILT;

  const pauseFor = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);

  const prepare = async () => {
    const known = await readCheckpoint(sql, name);
    if (known?.version === version) return known.position;
    log.info({ projection: name, version }, 'building a read model from the log');
    return rebuildProjection(projection, { store, sql, signal });
  };

  const write = async (statements: readonly Statement[], to: Position) => {
    const from = checkpoint;
    await sql.transaction(async (tx) => {
      if (!(await advanceCheckpoint(tx, projection, { from, to }))) throw rebuiltElsewhere();
      await runStatements(tx, statements);
    });
    position = to;
    checkpoint = to;
  };

  const handle = async ({ events, position: scanned }: Batch) => {
    if (events.length === 0 && scanned - checkpoint < CHECKPOINT_EVERY) position = scanned;
    else await projectBatch({ projection, events, readStory, write }, scanned);
    onProgress({ position });
  };

  const standStill = async ({ event, message }: PoisonError) => {
    const parked = { position: String(event.position), event: event.id, type: event.type, why: message };
    log.error({ projection: name, ...parked }, 'a projection cannot take an event and stands still');
    onProgress({ position, parked });
    const before = await readCheckpoint(sql, name);
    for (let now = before; now?.version === before?.version && now?.position === before?.position; ) {
      await pauseFor(LONGEST_PAUSE_MS);
      if (signal.aborted) return;
      now = await readCheckpoint(sql, name);
    }
  };

  for (let pause = PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      position = await prepare();
      checkpoint = position;
      onProgress({ position });
      for await (const batch of store.subscribeToAll({ after: position, filter: filterOf(projection), signal })) {
        await handle(batch);
        pause = PAUSE_MS;
      }
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof PoisonError) {
        await standStill(error).catch(() => undefined);
      } else {
        log.warn({ err: error, projection: name, pause }, 'a projection stopped and begins again');
        await pauseFor(pause);
      }
    }
  }
};
