import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '../../../server/eventstore/event-store.ts';
import { type Decider, handleCommand } from '../../../server/eventstore/handle-command.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { createLog } from '../../../server/log.ts';
import { idsOf, newStream, readOut } from '../../contract/event-store-support.ts';
import { injected } from '../../support/injected.ts';
import { databases, type TestSql } from '../../support/sql.ts';

type Opened = { type: 'Opened'; data: { by: string } };

/** Opens once. */
const decider: Decider<string | null, string, Opened> = {
  initial: null,
  evolve: (_, { data }) => data.by,
  decide: (by, state) => (state === null ? [{ type: 'Opened', data: { by } }] : []),
};

describe.each(databases)('a command, on %s', (_, open) => {
  let database: TestSql;
  let store: EventStore;
  let reads = 0;
  beforeAll(async () => {
    database = await open();
    const opened = await openEventStore(database.sql, { log: createLog('silent'), ...injected });
    store = {
      ...opened,
      readStream(stream, options) {
        reads += 1;
        return opened.readStream(stream, options);
      },
    };
  });
  afterAll(async () => {
    await store.close();
    await database.close();
  });

  const openAs = (stream: string, by: string, isNew: boolean) =>
    handleCommand(store, stream, by, {
      decider,
      decode: ({ data }) =>
        'by' in data && typeof data.by === 'string' ? { type: 'Opened', data: { by: data.by } } : null,
      ids: () => randomUUID(),
      isNew,
    });

  it('reads no stream that its id was just made for', async () => {
    reads = 0;
    const stream = newStream();
    expect(await openAs(stream, 'ada', true)).toMatchObject({ state: null, revision: 0 });
    expect(reads).toBe(0);
    expect(await readOut(store.readStream(stream))).toMatchObject([{ data: { by: 'ada' } }]);
  });

  it.each([true, false])('decides from what is there, though it be called new (%s)', async (isNew) => {
    const stream = newStream();
    await openAs(stream, 'ada', false);
    expect(await openAs(stream, 'eve', isNew)).toMatchObject({ state: 'ada', events: [], revision: 0 });
  });

  it('is decided once among many at once', async () => {
    const stream = newStream();
    const handled = await Promise.all(['ada', 'bob', 'eve'].map((by) => openAs(stream, by, true)));
    expect(handled.flatMap(({ events }) => events)).toHaveLength(1);
    expect(idsOf(await readOut(store.readStream(stream)))).toHaveLength(1);
  });
});
