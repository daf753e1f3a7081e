import type { Projection } from '../../projections/projection.ts';
import { asPosition, type Position, START } from '../../schema/order.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import { followUntilLead } from './follow-projection.ts';
import { keepOldRows, keepRows } from './keep-rows.ts';
import { PoisonError, type StoryReader } from './project-batch.ts';
import { type Checkpoint, readCheckpoint } from './projection-tables.ts';
import { rebuildProjection } from './rebuild.ts';

const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

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

type Building = Running & {
  readonly projection: Projection;
  /** What is known so far, with what is new. */
  readonly report: (news: Partial<Progress>) => void;
};

/** Builds the rows anew; those of another version serve meanwhile, kept as far as they take the events. */
const rebuild = async (building: Building, old: Checkpoint | null): Promise<Checkpoint> => {
  const { projection, store, sql, log, signal, report } = building;
  const { name, version } = projection;
  // A first start has nothing to tell of it.
  if ((await store.head()) > START) log.info({ projection: name, version }, 'building a read model from the log');
  const built = new AbortController();
  const keepOld = async (rows: Checkpoint) => {
    const until = AbortSignal.any([signal, built.signal]);
    const why = await keepOldRows(building, { rows, until, onKept: (position) => report({ position }) });
    if (why === null) return;
    log.info({ projection: name, version: rows.version, why }, 'rows of another version serve as they stand');
    report({ standing: true });
  };
  const keeping = old && keepOld(old);
  const onProgress = ({ position, head }: { position: Position; head: Position }) =>
    report({ building: { position, head } });
  try {
    return { version, position: await rebuildProjection(projection, { store, sql, signal, onProgress }) };
  } finally {
    built.abort();
    await keeping;
  }
};

/** Until somebody has rebuilt the rows. */
const standStill = async (building: Building, { event, message }: PoisonError): Promise<void> => {
  const { projection, sql, sleep, log, signal, report } = building;
  const { name } = projection;
  const parked = { position: String(event.position), event: event.id, type: event.type, why: message };
  log.error({ projection: name, ...parked }, 'a projection cannot take an event and stands still');
  report({ parked });
  const before = await readCheckpoint(sql, name);
  for (let now = before; now?.version === before?.version && now?.position === before?.position; ) {
    await sleep(LONGEST_PAUSE_MS, signal);
    if (signal.aborted) return;
    now = await readCheckpoint(sql, name);
  }
};

/**
 * Keeps one projection's rows until the signal aborts. One process leads; the others tell how far it is, and take its place
 * when it is gone: a leader that was held up finds the checkpoint moved, and writes nothing. Begins with a rebuild where the
 * rows are missing or of another version; those of another version serve meanwhile, and are kept as far as they take what
 * this version makes of the events. Tries again after whatever passes, stands still at a poison event until somebody
 * rebuilt the rows.
 */
export const runProjection = async (projection: Projection, running: Running): Promise<void> => {
  const { sql, sleep, log, signal } = running;
  const { name, version } = projection;
  let progress: Progress = { position: UNBUILT };
  let pause = PAUSE_MS;
  let hasKept = false;

  const begin = (made: Progress) => {
    progress = made;
    running.onProgress(made);
  };
  const building: Building = { ...running, projection, report: (news) => begin({ ...progress, ...news }) };
  const onKept = (position: Position) => {
    hasKept = true;
    pause = PAUSE_MS;
    begin({ position });
  };

  /** Leads, and keeps the rows until the end. Answers whether it comes to that again. */
  const lead = async (): Promise<boolean> => {
    await followUntilLead(projection, { ...running, onProgress: begin }, signal);
    if (signal.aborted) return false;
    const known = await readCheckpoint(sql, name);
    if (hasKept && known && known.version > version) {
      // A process of a later version keeps the rows now; building them back would make the two take turns.
      begin({ position: known.position, standing: true });
      await sleep(LONGEST_PAUSE_MS, signal);
      return true;
    }
    const rows = known?.version === version ? known : await rebuild(building, known);
    await keepRows(building, { rows, until: signal, onKept });
    return false;
  };

  for (; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      if (!(await lead())) return;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof PoisonError) {
        await standStill(building, error).catch(() => undefined);
      } else {
        log.warn({ err: error, projection: name, pause }, 'a projection stopped and begins again');
        await sleep(pause, signal);
      }
    }
  }
};
