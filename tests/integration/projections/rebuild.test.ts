import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { projections } from '../../../projections/index.ts';
import type { Projection } from '../../../projections/projection.ts';
import { asPosition } from '../../../schema/order.ts';
import { noPreferences } from '../../../schema/preferences.ts';
import { conversationStream, userStream } from '../../../schema/streams.ts';
import type { EventStore } from '../../../server/eventstore/event-store.ts';
import { type Progress, rebuildProjection } from '../../../server/processors/rebuild.ts';
import type { Sql } from '../../../server/sql/sql.ts';
import { answerIdOf, questionIdOf, storySeed, type ToldTurn, tellStory } from '../../support/random-turns.ts';
import { databases } from '../../support/sql.ts';
import { uuid } from '../../support/turn-samples.ts';
import { countOf, dump, type Fixture, openFixture, requestTurns, tally } from './fixture.ts';

const TABLES = projections.flatMap(({ tables }) =>
  [...tables.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table = '']) => table),
);
/** Many at once: their appends share flushes, and their events batches. */
const PEOPLE = 50;

const messagesOf = (turn: ToldTurn) => {
  const { id, conversationId, parentId, question, answer, blocks, status } = turn;
  const asked = { id: questionIdOf(id), conversation_id: conversationId, parent_id: parentId, role: 'user' };
  const answered = { id: answerIdOf(id), conversation_id: conversationId, parent_id: asked.id, role: 'assistant' };
  const isEnded = status !== 'waiting' && status !== 'running';
  const isKept = isEnded && (status === 'completed' || answer !== '' || blocks > 0);
  return [
    { ...asked, content: question, interrupted: false, blocks: 0 },
    ...(isKept ? [{ ...answered, content: answer, interrupted: status !== 'completed', blocks }] : []),
  ];
};
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** What the stories don't tell of: preferences, and projects that are filled, one of them gone again. */
const fileSome = async (store: EventStore, told: readonly Awaited<ReturnType<typeof tellStory>>[]): Promise<void> => {
  for (const [n, { conversations }] of told.slice(0, 5).entries()) {
    const userId = `person-${n}`;
    const [kept, gone] = [uuid(10 * n + 1), uuid(10 * n + 2)];
    const project = { name: `Project ${n}`, colour: 'teal', instructions: 'Be brief.' };
    const events = [
      { type: 'PreferencesChanged', data: { ...noPreferences, model: `model-${n}` } },
      { type: 'ProjectCreated', data: { projectId: kept, ...project } },
      { type: 'ProjectCreated', data: { projectId: gone, ...project } },
    ];
    const append = (stream: string, all: { type: string; data: object }[], owner: object) =>
      store.append(
        stream,
        all.map((event) => ({ id: randomUUID(), ...event })),
        { expectedRevision: 'any', owner },
      );
    await append(userStream(userId), events, { userId });
    for (const { id: conversationId } of conversations.filter(({ deleted }) => !deleted).slice(0, 2)) {
      const filed = [kept, gone].map((projectId) => ({ type: 'ConversationFiled', data: { projectId } }));
      await append(conversationStream(conversationId), filed, { userId, conversationId });
    }
    await append(userStream(userId), [{ type: 'ProjectDeleted', data: { projectId: gone } }], { userId });
  }
};

const shadows = (sql: Sql) => sql.query(`select nspname from pg_namespace where nspname like 'rebuild%'`);

let fixture: Fixture | undefined;
afterEach(() => fixture?.close());

describe.each(databases)('read models over %s', (_, open) => {
  it(`say of a thousand random turns what happened, live and rebuilt alike (seed ${storySeed})`, async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    let projector = start(projections);
    const telling = Array.from({ length: PEOPLE }, (__, n) =>
      tellStory(store, `person-${n}`, { seed: storySeed + n, turns: 1_000 / PEOPLE }),
    );
    // In the middle the process restarts, and somebody rebuilds under the running projector.
    await projector.waitFor(asPosition(500n), { timeoutMs: 60_000 });
    await projector.stop();
    projector = start(projections);
    for (const projection of projections) await rebuildProjection(projection, { store, sql });
    const told = await Promise.all(telling);
    await fileSome(store, told);
    await projector.waitFor(await store.head(), { timeoutMs: 30_000 });
    const live = await dump(sql, TABLES);
    for (const [table, rows] of Object.entries(live)) expect(rows.length, table).toBeGreaterThan(0);

    const conversations = told.flatMap((story) => story.conversations);
    const deleted = new Set(conversations.filter((one) => one.deleted).map(({ id }) => id));
    const turns = told.flatMap((story) => story.turns);
    expect(turns).toHaveLength(1_000);
    for (const status of ['completed', 'failed', 'cancelled']) {
      expect(turns.filter((turn) => turn.status === status).length).toBeGreaterThan(30);
    }
    expect(deleted.size).toBeGreaterThan(0);

    const rows = async (text: string) => (await sql.query<{ id: string }>(text)).sort(byId);
    const kept = conversations.filter((one) => !one.deleted).sort(byId);
    expect(await rows('select id, user_id as "userId", title, pinned from conversations')).toEqual(
      kept.map(({ id, userId, title, pinned }) => ({ id, userId, title, pinned })),
    );
    expect(await rows('select id, status from turns')).toEqual(
      turns.sort(byId).map(({ id, status }) => ({ id, status })),
    );
    const said = turns.filter(({ conversationId }) => !deleted.has(conversationId)).flatMap(messagesOf);
    const columns = 'id, conversation_id, parent_id, role, content, interrupted, jsonb_array_length(blocks) as blocks';
    expect(await rows(`select ${columns} from messages where shown`)).toEqual(said.sort(byId));

    for (const projection of projections) await rebuildProjection(projection, { store, sql });
    expect(await dump(sql, TABLES)).toEqual(live);
    expect(projector.status().filter(({ parked }) => parked)).toEqual([]);
    expect(await shadows(sql)).toEqual([]);
  }, 240_000);

  it('are built anew at the start where they are of another version', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    const first = start([tally]);
    await requestTurns(store, 3);
    await first.waitFor(await store.head());
    await first.stop();
    const next: Projection = {
      ...tally,
      version: 2,
      tables: 'create table tally (type text primary key, n integer not null, half numeric)',
      project: ({ type }) => [
        {
          text: 'insert into tally values ($1, 1, 0.5) on conflict (type) do update set n = tally.n + 1, half = tally.half + 0.5',
          values: [type],
        },
      ],
    };
    start([next]);
    await expect.poll(() => dump(sql, ['tally'])).toEqual({ tally: [{ type: 'TurnRequested', n: 3, half: 1.5 }] });
  });

  it('stay as they were where a rebuild meets an event that it cannot take', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    const projector = start([tally]);
    await requestTurns(store, 3);
    await projector.waitFor(await store.head());
    const picky: Projection = {
      ...tally,
      project: () => [{ text: 'insert into tally values ($1, 0)', values: ['always the same'] }],
    };
    await expect(rebuildProjection(picky, { store, sql })).rejects.toThrow('duplicate key');
    expect(await countOf(sql)).toBe(3);
    expect(await shadows(sql)).toEqual([]);
    await requestTurns(store, 1);
    await projector.waitFor(await store.head());
    expect(await countOf(sql)).toBe(4);
  });

  it('are whole after two rebuilds at once beside a projector that builds, too', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    await requestTurns(store, 700);
    const projector = start([tally]);
    const rebuilding = Promise.allSettled([1, 2].map(() => rebuildProjection(tally, { store, sql })));
    await requestTurns(store, 50);
    // The first one that is done ends the others, be it the projector's own.
    for (const outcome of await rebuilding) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'REJECTED' });
    }
    await requestTurns(store, 50);
    await projector.waitFor(await store.head());
    expect(await countOf(sql)).toBe(800);
    expect(await shadows(sql)).toEqual([]);
  });

  it('are left alone by a rebuild that another has overtaken', async () => {
    fixture = await openFixture(open);
    const { sql, store } = fixture;
    await requestTurns(store, 5);
    const overtaken = {
      ...store,
      async head() {
        await rebuildProjection(tally, { store, sql });
        return store.head();
      },
    };
    await expect(rebuildProjection(tally, { store: overtaken, sql })).rejects.toMatchObject({ code: 'REJECTED' });
    expect(await countOf(sql)).toBe(5);
    expect(await shadows(sql)).toEqual([]);
  });

  it('come right with the next event where a rebuild could not keep up with the log', async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    const projector = start([tally]);
    await requestTurns(store, 5);
    await projector.waitFor(await store.head());
    const always = { ...store, head: async () => asPosition(2n) };
    expect(await rebuildProjection(tally, { store: always, sql })).toBe(2n);
    await requestTurns(store, 1);
    await expect.poll(() => countOf(sql), { timeout: 10_000 }).toBe(6);
    await projector.waitFor(await store.head());
    expect(await countOf(sql)).toBe(6);
  });

  it('are rebuilt with a report of how far it got, until somebody stops it', async () => {
    fixture = await openFixture(open);
    const { sql, store } = fixture;
    await requestTurns(store, 1_200);
    const reports: Parameters<Progress>[0][] = [];
    await rebuildProjection(tally, { store, sql, onProgress: (report) => reports.push(report) });
    const head = await store.head();
    expect(reports.map(({ events }) => events)).toEqual([500, 1_000, 1_200]);
    expect(reports.map(({ position }) => position)).toEqual([500n, 1_000n, head]);
    expect(await countOf(sql)).toBe(1_200);

    const stopping = new AbortController();
    const onProgress = () => stopping.abort();
    await expect(rebuildProjection(tally, { store, sql, onProgress, signal: stopping.signal })).rejects.toThrow();
    expect(await countOf(sql)).toBe(1_200);
    expect(await shadows(sql)).toEqual([]);
  });
});
