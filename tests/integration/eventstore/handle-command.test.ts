import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userStream } from '../../../schema/streams.ts';
import { projectCommands } from '../../../server/commands/projects.ts';
import type { EventStore } from '../../../server/eventstore/event-store.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { createLog } from '../../../server/log.ts';
import { injected } from '../../support/injected.ts';
import { databases, type TestSql } from '../../support/sql.ts';

const AT_ONCE = 60;

describe.each(databases)('commands on one stream at the same moment, over %s', (_, open) => {
  let database: TestSql;
  let stores: readonly EventStore[];
  beforeAll(async () => {
    database = await open();
    // As two processes would: neither knows of the other's commands.
    stores = [
      await openEventStore(database.sql, { log: createLog('silent'), ...injected }),
      await openEventStore(database.sql, { log: createLog('silent'), ...injected }),
    ];
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await database.close();
  });

  it('all come to pass, each once', async () => {
    const userId = randomUUID();
    const doors = stores.map((store) => projectCommands({ store, newId: () => randomUUID() }));
    const made = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => doors[n % doors.length]?.createProject({ userId, name: `No. ${n}` })),
    );
    const names: unknown[] = [];
    const [store] = stores;
    if (!store) throw new Error('no store');
    for await (const { data } of store.readStream(userStream(userId))) {
      if ('name' in data) names.push(data.name);
    }
    expect(new Set(made.map((project) => project?.projectId)).size).toBe(AT_ONCE);
    expect(names.sort()).toEqual(Array.from({ length: AT_ONCE }, (_, n) => `No. ${n}`).sort());
  });
});
