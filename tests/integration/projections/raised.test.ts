import { afterEach, describe, expect, it } from 'vitest';
import { conversations } from '../../../projections/conversations.ts';
import { messages } from '../../../projections/messages.ts';
import type { Projection } from '../../../projections/projection.ts';
import type { EventStore } from '../../../server/eventstore/event-store.ts';
import { openReadModels } from '../../../server/processors/read-models.ts';
import type { Sql } from '../../../server/sql/sql.ts';
import { tellStory } from '../../support/random-turns.ts';
import { databases } from '../../support/sql.ts';
import { alice } from '../../support/turn-samples.ts';
import { countOf, type Fixture, openFixture, requestTurns, tally } from './fixture.ts';

let fixture: Fixture | undefined;
afterEach(() => fixture?.close());

/** A way to the store on which rebuilds, which alone read all of it, wait for the gate. */
const gated = (store: EventStore) => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const from: EventStore = {
    ...store,
    async *readAll(options) {
      await opened;
      yield* store.readAll(options);
    },
  };
  return { from, open };
};

const versionOf = async (sql: Sql, name: string) =>
  (await sql.query('select version from projections where name = $1', [name]))[0]?.version;

const raised: Projection = { ...tally, version: 2 };
/** Its statements are nothing that the rows of version 1 could take. */
const reshaped: Projection = {
  ...raised,
  tables: 'create table tally (type text primary key, n integer not null, twice integer not null)',
  project: ({ type }) => [
    {
      text: `insert into tally values ($1, 1, 2)
             on conflict (type) do update set n = tally.n + 1, twice = tally.twice + 2`,
      values: [type],
    },
  ],
};

const build = async ({ store, start }: Fixture, projection: Projection) => {
  const projector = start([projection]);
  await projector.waitFor(await store.head());
  await projector.stop();
};

describe.each(databases)('a projection whose version rose, over %s', (_, open) => {
  it('serves from its old rows and keeps them until the new ones are built', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    await requestTurns(store, 5);
    await build(fixture, tally);
    const gate = gated(store);
    const projector = start([raised], { from: gate.from });
    await requestTurns(store, 3);
    await projector.waitFor(await store.head());
    expect(await countOf(sql)).toBe(8);
    expect(await versionOf(sql, 'tally')).toBe(1);

    gate.open();
    await expect.poll(() => versionOf(sql, 'tally')).toBe(2);
    await requestTurns(store, 1);
    await projector.waitFor(await store.head());
    expect(await countOf(sql)).toBe(9);
    expect(projector.status()[0]).not.toHaveProperty('building');
  });

  it('shows old rows as they stand where they cannot be kept, and decides nothing from them', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    await requestTurns(store, 5);
    await build(fixture, tally);
    const gate = gated(store);
    const projector = start([reshaped], { from: gate.from });
    await requestTurns(store, 3);
    const head = await store.head();
    await projector.waitFor(head, { orStanding: true });
    expect(projector.isStanding(['tally'])).toBe(true);
    expect(await countOf(sql)).toBe(5);
    await expect(projector.waitFor(head, { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'PROJECTION_BEHIND',
      retryable: true,
    });

    gate.open();
    await projector.waitFor(head);
    expect(projector.isStanding(['tally'])).toBe(false);
    expect(await sql.query(`select n, twice from tally where type = 'TurnRequested'`)).toEqual([{ n: 8, twice: 16 }]);
  });

  it('says how far the new rows are', async () => {
    fixture = await openFixture(open);
    const { store, start } = fixture;
    await requestTurns(store, 600);
    await build(fixture, tally);
    const projector = start([raised], {
      from: {
        ...store,
        async *readAll(options) {
          let read = 0;
          for await (const event of store.readAll(options)) {
            read += 1;
            if (read === 550) await expect.poll(() => projector.status()[0]?.building?.position).toBe('500');
            yield event;
          }
        },
      },
    });
    await projector.waitFor(await store.head());
    await expect.poll(() => projector.status()[0]?.building).toBeUndefined();
  });

  it('is read by the doors as far as its old rows will do', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    const { conversations: told } = await tellStory(store, alice, { seed: 7, turns: 5 });
    const { id } = told.find(({ deleted }) => !deleted) ?? { id: '' };
    await build(fixture, { ...conversations, version: 0 });
    // Previews come from the messages.
    await build(fixture, messages);
    const next: Projection = { ...conversations, project: () => [{ text: 'select from nowhere', values: [] }] };
    const gate = gated(store);
    const readModels = openReadModels({ store, sql, projector: start([next, messages], { from: gate.from }) });
    await tellStory(store, alice, { seed: 8, turns: 1 });
    expect(await readModels.conversation(alice, id)).toMatchObject({ id });
    const page = { first: 10, after: undefined };
    const shown = (await readModels.messages(alice, id, page)).rows;
    expect(shown.length).toBeGreaterThan(0);
    await sql.script('alter table messages drop column attempts, drop column pauses, drop column tool_notes');
    const lacking = shown.map((row) => ({ ...row, attempts: 0, pauses: [], toolNotes: [] }));
    expect((await readModels.messages(alice, id, page)).rows).toEqual(lacking);
    await sql.script('alter table conversations drop column pinned');
    await expect(readModels.conversation(alice, id)).rejects.toMatchObject({ code: 'PROJECTION_BEHIND' });
    gate.open();
  });

  it('is not built back by a process of the version before that still runs', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    await requestTurns(store, 5);
    const before = start([tally]);
    await before.waitFor(await store.head());
    const after = start([reshaped]);
    await expect.poll(() => versionOf(sql, 'tally')).toBe(2);
    await requestTurns(store, 3);
    await expect.poll(() => before.isStanding(['tally'])).toBe(true);
    await after.waitFor(await store.head());
    expect(await sql.query(`select n, twice from tally where type = 'TurnRequested'`)).toEqual([{ n: 8, twice: 16 }]);
    expect(await versionOf(sql, 'tally')).toBe(2);
  });
});
