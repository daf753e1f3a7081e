import type { Projection } from '../../../projections/projection.ts';
import { turnStream } from '../../../schema/streams.ts';
import type { EventStore } from '../../../server/eventstore/event-store.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { type Projector, startProjector } from '../../../server/processors/projector.ts';
import type { Sql } from '../../../server/sql/sql.ts';
import { hurried, injected } from '../../support/injected.ts';
import type { TestSql } from '../../support/sql.ts';
import { alice, samples, uuid } from '../../support/turn-samples.ts';

type Line = { readonly level: string; readonly text: string };

/** A store and its database, with projectors that start and stop over them. */
export const openFixture = async (open: () => Promise<TestSql>) => {
  const database = await open();
  const { sql } = database;
  const lines: Line[] = [];
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, text: `${message} ${JSON.stringify(fields)}` });
  const log = { info: write('info'), warn: write('warn'), error: write('error') };
  const store = await openEventStore(sql, { log, ...injected });
  const stops = new Set<() => Promise<void>>();

  /** `over` is another way to the same database, `from` one to the same store. */
  const start = (
    projections: readonly Projection[],
    { over = sql, from = store }: { over?: Sql; from?: EventStore } = {},
  ): Projector & { stop(): Promise<void> } => {
    const stopping = new AbortController();
    const projector = startProjector({
      ...hurried,
      store: from,
      sql: over,
      projections,
      leads: async () => true,
      log,
      signal: stopping.signal,
    });
    const stop = async () => {
      stops.delete(stop);
      stopping.abort();
      await projector.stopped();
    };
    stops.add(stop);
    return { ...projector, stop };
  };

  return {
    sql,
    store,
    lines,
    start,
    /** Stops all projectors, and waits for the rows first. */
    async close() {
      for (const stop of [...stops]) await stop();
      await store.close();
      await database.close();
    },
  };
};
export type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** Every row of these tables. */
export const dump = async (sql: Sql, tables: readonly string[]): Promise<Record<string, unknown[]>> => {
  const dumped: Record<string, unknown[]> = {};
  for (const table of tables) {
    const rows = await sql.query(`select to_jsonb(t) as row from ${table} t order by t::text collate "C"`);
    dumped[table] = rows.map(({ row }) => row);
  }
  return dumped;
};

let requests = 0;
const newId = () => {
  requests += 1;
  return uuid(1_000 + requests);
};

/** Appends so many requested turns at once, each its own stream. Returns their ids. */
export const requestTurns = async (store: EventStore, count: number, text = 'How are you?'): Promise<string[]> => {
  const ids = Array.from({ length: count }, newId);
  const append = (turnId: string) => {
    const data = { ...samples.TurnRequested, turnId, userMessageId: newId(), assistantMessageId: newId(), text };
    const owner = { userId: alice, conversationId: data.conversationId };
    return store.append(turnStream(turnId), [{ id: newId(), type: 'TurnRequested', data }], {
      expectedRevision: 'no_stream',
      owner,
    });
  };
  await Promise.all(ids.map(append));
  return ids;
};

/** Counts events: a row that shows whether one was projected twice. */
export const tally: Projection = {
  name: 'tally',
  version: 1,
  tables: 'create table tally (type text primary key, n integer not null)',
  types: ['TurnRequested', 'TurnFailed', 'TurnQueued'],
  project: ({ type }) => [
    { text: 'insert into tally values ($1, 1) on conflict (type) do update set n = tally.n + 1', values: [type] },
  ],
};

export const countOf = async (sql: Sql, type = 'TurnRequested'): Promise<number> => {
  const [row] = await sql.query<{ n: number }>('select n from tally where type = $1', [type]);
  return row?.n ?? 0;
};
