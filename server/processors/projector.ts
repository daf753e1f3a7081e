import { setTimeout as sleep } from 'node:timers/promises';
import type { Projection, Statement } from '../../projections/projection.ts';
import type { Position } from '../../schema/order.ts';
import { asPosition, START } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { Batch, EventStore } from '../eventstore/event-store.ts';
import type { Sql } from '../sql/sql.ts';
import { filterOf, PoisonError, projectEvent } from './project-batch.ts';
import { advanceCheckpoint, readCheckpoint, runStatements } from './projection-tables.ts';
import { rebuildProjection } from './rebuild.ts';

const WAIT_MS = 5_000;
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** An idle projection's checkpoint is written after this many positions, so that a restart reads little again. */
const CHECKPOINT_EVERY = 10_000n;

type ProjectorDeps = {
  store: EventStore;
  sql: Sql;
  projections: readonly Projection[];
  log: {
    info(obj: object, msg: string): void;
    warn(obj: object, msg: string): void;
    error(obj: object, msg: string): void;
  };
  signal: AbortSignal;
};

/** The event that a projection could not take. It stands still there; the others go on. */
export type Parked = { readonly position: string; readonly event: string; readonly type: string; readonly why: string };
type Progress = { position: Position; checkpoint: Position; parked?: Parked };

export type Projector = ReturnType<typeof startProjector>;

/** Before its rows are there a projection has not even passed the beginning. */
const UNBUILT = asPosition(-1n);

class RebuiltError extends Error {
  override readonly name = 'RebuiltError';
}
/** Not the event's fault: trying again may help. */
const isPassing = (error: unknown) => error instanceof TurnlogError || error instanceof RebuiltError;

/** Keeps the read models: for each projection a subscription, its rows and its checkpoint in one transaction. */
export const startProjector = ({ store, sql, projections, log, signal }: ProjectorDeps) => {
  const progress = new Map<string, Progress>();
  let waiters: (() => void)[] = [];
  const moved = () => {
    const woken = waiters;
    waiters = [];
    for (const wake of woken) wake();
  };
  signal.addEventListener('abort', moved, { once: true });

  const prepare = async (projection: Projection) => {
    const known = await readCheckpoint(sql, projection.name);
    if (known?.version === projection.version) return known.position;
    log.info({ projection: projection.name, version: projection.version }, 'building a read model from the log');
    return rebuildProjection(projection, { store, sql, signal });
  };

  const park = (projection: Projection, { event, message }: PoisonError) => {
    const at = progress.get(projection.name) ?? { position: START, checkpoint: START };
    const parked = { position: String(event.position), event: event.id, type: event.type, why: message };
    progress.set(projection.name, { ...at, parked });
    log.error({ projection: projection.name, ...parked }, 'a projection cannot take an event and stands still');
    moved();
  };

  /** Rows and checkpoint together. @throws RebuiltError where somebody rebuilt the rows meanwhile */
  const write = async (projection: Projection, statements: readonly Statement[], to: Position) => {
    const from = progress.get(projection.name)?.checkpoint ?? START;
    await sql.transaction(async (tx) => {
      if (!(await advanceCheckpoint(tx, projection, { from, to }))) throw new RebuiltError();
      await runStatements(tx, statements);
    });
    progress.set(projection.name, { position: to, checkpoint: to });
  };

  /** One by one, to find the event that the database refuses. */
  const writeSingly = async (projection: Projection, { events }: Batch) => {
    for (const event of events) {
      const statements = await projectEvent(store, projection, event);
      try {
        await write(projection, statements, event.position);
      } catch (error) {
        throw isPassing(error) ? error : new PoisonError(event, error);
      }
    }
  };

  const handle = async (projection: Projection, batch: Batch) => {
    const { checkpoint } = progress.get(projection.name) ?? { checkpoint: START };
    const { position, events } = batch;
    if (events.length === 0 && position - checkpoint < CHECKPOINT_EVERY) {
      progress.set(projection.name, { position, checkpoint });
      return moved();
    }
    try {
      const statements: Statement[] = [];
      for (const event of events) statements.push(...(await projectEvent(store, projection, event)));
      await write(projection, statements, position);
    } catch (error) {
      if (isPassing(error)) throw error;
      await writeSingly(projection, batch);
      await write(projection, [], position);
    }
    moved();
  };

  const run = async (projection: Projection) => {
    for (let pause = PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const position = await prepare(projection);
        progress.set(projection.name, { position, checkpoint: position });
        for await (const batch of store.subscribeToAll({ after: position, filter: filterOf(projection), signal })) {
          await handle(projection, batch);
          pause = PAUSE_MS;
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof PoisonError) return park(projection, error);
        log.warn({ err: error, projection: projection.name, pause }, 'a projection stopped and begins again');
        await sleep(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  for (const { name } of projections) progress.set(name, { position: UNBUILT, checkpoint: UNBUILT });
  const running = Promise.all(projections.map(run));

  return {
    /**
     * Resolves when these projections (or all) have passed the position.
     * @throws TurnlogError PROJECTION_BEHIND after 5 s, or at once where one of them is parked before it
     */
    async waitFor(
      position: Position,
      { names, timeoutMs = WAIT_MS }: { names?: readonly string[]; timeoutMs?: number } = {},
    ) {
      const wanted = [...progress.keys()].filter((name) => !names || names.includes(name));
      const behind = () => wanted.filter((name) => (progress.get(name)?.position ?? START) < position);
      const deadline = performance.now() + timeoutMs;
      while (behind().length > 0) {
        const left = deadline - performance.now();
        const isParked = behind().some((name) => progress.get(name)?.parked);
        if (left <= 0 || isParked || signal.aborted) {
          const details = { projections: behind(), position: String(position) };
          throw new TurnlogError('PROJECTION_BEHIND', 'the read models are behind: try again', {
            retryable: true,
            details,
          });
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left);
          waiters.push(() => {
            clearTimeout(timer);
            resolve();
          });
        });
      }
    },
    status: (head?: Position) =>
      projections.map(({ name, version }) => {
        const { position, parked } = progress.get(name) ?? { position: START };
        const lag = head === undefined || head < position ? 0n : head - position;
        return { name, version, position: String(position), lag: String(lag), ...(parked ? { parked } : {}) };
      }),
    stopped: async () => {
      await running;
    },
  };
};
