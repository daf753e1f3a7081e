import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { openSql } from '../../../server/sql/index.ts';
import { injected } from '../../support/injected.ts';

/** Appends until it is killed, to one stream a writer, and says on stdout which events were acknowledged. */
const [dataDir = '', databaseUrl] = process.argv.slice(2);
const WRITERS = 4;

// Started ahead of time, since starting takes longer than what is tested.
writeSync(1, 'ready\n');
await once(process.stdin, 'data');
const sql = await openSql({ dataDir, databaseUrl });
const store = await openEventStore(sql, { log: pino({ level: 'silent' }), ...injected });

const write = async (stream: string) => {
  for (let turn = 1; ; turn += 1) {
    const events = Array.from({ length: 1 + (turn % 5) }, () => ({ id: randomUUID(), type: 'Noted', data: { turn } }));
    await store.append(stream, events, { expectedRevision: 'any' });
    writeSync(1, events.map(({ id }) => `${id}\n`).join(''));
  }
};
await Promise.all(Array.from({ length: WRITERS }, () => write(`killed-${randomUUID()}`)));
