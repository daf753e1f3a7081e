import type { Projection } from '../../projections/projection.ts';
import { type Position, START } from '../../schema/order.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import { filterOf } from './project-batch.ts';
import { type Checkpoint, readCheckpoint } from './projection-tables.ts';

/** How soon a process that only reads sees what the one that leads has written. */
const LOOK_MS = 25;
/** How soon a process leads where the one that did is gone. */
const ASK_MS = 1_000;

type Following = Pick<Time, 'sleep'> & {
  store: EventStore;
  sql: Sql;
  /** `standing`: the rows are of another version. */
  onProgress: (progress: { position: Position; standing?: true }) => void;
};

/**
 * Tells how far rows are that another process keeps: as far as the log was seen, once their checkpoint has passed the last
 * event that concerns them.
 */
const followProjection = async (projection: Projection, following: Following, signal: AbortSignal) => {
  const { store, sql, onProgress, sleep } = following;
  const report = (rows: Checkpoint, position: Position) =>
    onProgress({ position, ...(rows.version !== projection.version && { standing: true }) });

  const rowsPast = async (wanted: Position): Promise<Checkpoint> => {
    for (;;) {
      const rows = await readCheckpoint(sql, projection.name);
      if (rows && rows.position >= wanted) return rows;
      if (rows && rows.version !== projection.version) report(rows, rows.position);
      await sleep(LOOK_MS, signal);
      signal.throwIfAborted();
    }
  };

  let rows = await rowsPast(START);
  const options = { after: rows.position, filter: filterOf(projection), signal };
  for await (const { events, position } of store.subscribeToAll(options)) {
    const last = events.at(-1);
    if (last) rows = await rowsPast(last.position);
    report(rows, position);
  }
};

/** Follows until this process is the one that keeps the rows, or the signal. */
export const followUntilLead = async (
  projection: Projection,
  { leads, ...following }: Following & { leads: (projection: Projection) => Promise<boolean> },
  signal: AbortSignal,
): Promise<void> => {
  if (await leads(projection)) return;
  const led = new AbortController();
  const until = AbortSignal.any([signal, led.signal]);
  const followed = followProjection(projection, following, until).catch((error: unknown) => {
    if (!until.aborted) throw error;
  });
  const asking = async () => {
    while (!until.aborted) {
      await following.sleep(ASK_MS, until);
      if (!until.aborted && (await leads(projection))) led.abort();
    }
  };
  try {
    await Promise.all([followed, asking()]);
  } finally {
    led.abort();
  }
};
