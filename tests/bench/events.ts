import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { EventStore, ExpectedRevision } from '../../server/eventstore/event-store.ts';
import { openEventStore } from '../../server/eventstore/index.ts';
import { openSql } from '../../server/sql/index.ts';
import type { Sql } from '../../server/sql/sql.ts';
import { injected } from '../support/injected.ts';
import { answerCalls } from './calls.ts';

// The event store alone, in a process of its own.

const openSchema = z.object({
  DATA_DIR: z.string(),
  DATABASE_URL: z.string().optional(),
  EVENTSTORE_URL: z.string().optional(),
});
const appendSchema = z.object({ writers: z.int(), each: z.int(), milliseconds: z.int() });
const bytesSchema = z.object({ bytes: z.coerce.number() });

const MIGRATIONS = new URL('../../schema/migrations/', import.meta.url);

let sql: Sql;
let store: EventStore;

const token = (n: number) => ({ id: randomUUID(), type: 'TokenGenerated', data: { text: `word${n} ` } });

answerCalls({
  async open(input) {
    const env = openSchema.parse(input);
    sql = await openSql({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL });
    for (const name of readdirSync(MIGRATIONS).sort()) {
      if (name.endsWith('.sql')) await sql.script(readFileSync(new URL(name, MIGRATIONS), 'utf8'));
    }
    const log = { warn: (fields: object, message: string) => process.stderr.write(`${message} ${fields}\n`) };
    store = await openEventStore(sql, { log, url: env.EVENTSTORE_URL, ...injected });
  },

  /** Writers that each append so many events at once, one append after the other; events a second. */
  async append(input) {
    const { writers, each, milliseconds } = appendSchema.parse(input);
    const began = performance.now();
    const write = async (): Promise<number> => {
      const stream = `turn-${randomUUID()}`;
      let written = 0;
      let expectedRevision: ExpectedRevision = 'no_stream';
      while (performance.now() - began < milliseconds) {
        const events = Array.from({ length: each }, (_, n) => token(written + n));
        expectedRevision = (await store.append(stream, events, { expectedRevision })).revision;
        written += each;
      }
      return written;
    };
    const written = await Promise.all(Array.from({ length: writers }, write));
    return (written.reduce((sum, n) => sum + n, 0) / (performance.now() - began)) * 1000;
  },

  /** The whole log forwards; events a second. */
  async read() {
    const began = performance.now();
    let events = 0;
    for await (const _ of store.readAll()) events += 1;
    return (events / (performance.now() - began)) * 1000;
  },

  /** On disk, indexes included, an event. */
  async size() {
    const [row] = await sql.query(`select (pg_total_relation_size('events') + pg_total_relation_size('streams'))::float8
      / (select position from store) as bytes`);
    return bytesSchema.parse(row).bytes;
  },
});
