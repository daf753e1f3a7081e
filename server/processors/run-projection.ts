import type { Projection, Statement } from '../../projections/projection.ts';
import { asPosition, type Position, START } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import { followProjection } from './follow-projection.ts';
import { filterOf, PoisonError, projectBatch, type StoryReader } from './project-batch.ts';
import {
  advanceCheckpoint,
  type Checkpoint,
  readCheckpoint,
  rebuiltElsewhere,
  runStatements,
} from './projection-tables.ts';
import { rebuildProjection } from './rebuild.ts';

const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const ASK_MS = 1_000;
/** An idle projection's checkpoint is written after this many positions, so that a restart reads little again. */
const CHECKPOINT_EVERY = 10_000n;

/** Before its rows are there a projection has not even passed the beginning. */
export const UNBUILT = asPosition(-1n);

/** The event that a projection could not take. It stands still there; the others go on. */
export type Parked = { readonly position: string; readonly event: string; readonly type: string; readonly why: string };

/** How far the rows are that serve. */
export type Progress = {
  readonly position: Position;
  readonly parked?: Parked;
  /** How far the rows are that will take their place. */
  readonly building?: { readonly position: Position; readonly head: Position };
  /** They are of another version, which cannot be kept up to date: they serve as they stand. */
  readonly standing?: true;
};

type Running = Pick<Time, 'sleep'> & {
  store: EventStore;
  sql: Sql;
  readStory: StoryReader;
  /** Whether this process is the one that writes the rows of this version. */
  leads: (projection: Projection) => Promise<boolean>;
  log: {
    info(obj: object, msg: string): void;
    warn(obj: object, msg: string): void;
    error(obj: object, msg: string): void;
  };
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
};

/**
 * Keeps one projection's rows until the signal aborts. One process leads; the others tell how far it is, and take its place
 * when it is gone: a leader that was held up finds the checkpoint moved, and writes nothing. Begins with a rebuild where the rows are missing or of another
 * version; those of another version serve meanwhile, and are kept as far as they take what this version makes of the
 * events. Tries again after whatever passes, stands still at a poison event until somebody rebuilt the rows.
 */
export const runProjection = async (projection: Projection, running: Running): Promise<void> => {
  const { store, sql, readStory, leads, sleep, log, signal } = running;
  const { name, version } = projection;
  let progress: Progress = { position: UNBUILT };
  let pause = PAUSE_MS;
  let hasKept = false;

  const report = (made: Progress) => {
    progress = made;
    running.onProgress(made);
  };
  const pauseFor = (ms: number) => sleep(ms, signal);

  /** Brings rows up to date from their checkpoint on, each batch and its checkpoint in one transaction. */
  const keep = async (rows: Checkpoint, until: AbortSignal, onKept: (position: Position) => void) => {
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

  const keepOld = async (old: Checkpoint, until: AbortSignal) => {
    for (let rows: Checkpoint | null = old; rows?.version === old.version && !until.aborted; ) {
      try {
        await keep(rows, until, (position) => report({ ...progress, position }));
      } catch (error) {
        const isOthers = error instanceof TurnlogError && error.code === 'REJECTED';
        if (!isOthers && !until.aborted) {
          const why = error instanceof PoisonError ? error.message : 'the store cannot be read';
          log.info({ projection: name, version: rows.version, why }, 'rows of another version serve as they stand');
          report({ ...progress, standing: true });
          return;
        }
      }
      rows = await readCheckpoint(sql, name).catch(() => null);
    }
  };

  const rebuild = async (old: Checkpoint | null): Promise<Checkpoint> => {
    // A first start has nothing to tell of it.
    if ((await store.head()) > START) log.info({ projection: name, version }, 'building a read model from the log');
    const built = new AbortController();
    const keeping = old && keepOld(old, AbortSignal.any([signal, built.signal]));
    const onProgress = ({ position, head }: { position: Position; head: Position }) =>
      report({ ...progress, building: { position, head } });
    try {
      return { version, position: await rebuildProjection(projection, { store, sql, signal, onProgress }) };
    } finally {
      built.abort();
      await keeping;
    }
  };

  /** Resolves when this process leads. */
  const waitForLead = async () => {
    if (await leads(projection)) return;
    const led = new AbortController();
    const until = AbortSignal.any([signal, led.signal]);
    const following = followProjection(projection, { store, sql, sleep, onProgress: report }, until).catch(
      (error: unknown) => {
        if (!until.aborted) throw error;
      },
    );
    const asking = async () => {
      while (!until.aborted) {
        await pauseFor(ASK_MS);
        if (!signal.aborted && (await leads(projection))) led.abort();
      }
    };
    try {
      await Promise.all([following, asking()]);
    } finally {
      led.abort();
    }
  };

  const standStill = async ({ event, message }: PoisonError) => {
    const parked = { position: String(event.position), event: event.id, type: event.type, why: message };
    log.error({ projection: name, ...parked }, 'a projection cannot take an event and stands still');
    report({ ...progress, parked });
    const before = await readCheckpoint(sql, name);
    for (let now = before; now?.version === before?.version && now?.position === before?.position; ) {
      await pauseFor(LONGEST_PAUSE_MS);
      if (signal.aborted) return;
      now = await readCheckpoint(sql, name);
    }
  };

  for (; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      await waitForLead();
      if (signal.aborted) return;
      const known = await readCheckpoint(sql, name);
      if (hasKept && known && known.version > version) {
        // A process of a later version keeps the rows now; building them back would make the two take turns.
        report({ position: known.position, standing: true });
        await pauseFor(LONGEST_PAUSE_MS);
        continue;
      }
      await keep(known?.version === version ? known : await rebuild(known), signal, (position) => {
        hasKept = true;
        pause = PAUSE_MS;
        report({ position });
      });
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
