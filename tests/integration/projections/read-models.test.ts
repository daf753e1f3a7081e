import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projections } from '../../../projections/index.ts';
import { openReadModels, type ReadModels } from '../../../server/processors/read-models.ts';
import { answerIdOf, storySeed, type ToldConversation, type ToldTurn, tellStory } from '../../support/random-turns.ts';
import { databases } from '../../support/sql.ts';
import { alice, bob, uuid } from '../../support/turn-samples.ts';
import { type Fixture, openFixture } from './fixture.ts';

const MALFORMED = ['', 'nonsense', `${uuid(1)}x`, "'; drop table turns; --"];

describe.each(databases)(`read models over %s (seed ${storySeed})`, (_, open) => {
  let fixture: Fixture;
  let readModels: ReadModels;
  let told: { conversations: ToldConversation[]; turns: ToldTurn[] };
  let live: ToldConversation[];

  beforeAll(async () => {
    fixture = await openFixture(open);
    const { sql, store, start } = fixture;
    readModels = openReadModels({ store, sql, projector: start(projections) });
    [told] = await Promise.all([
      tellStory(store, alice, { seed: storySeed, turns: 60 }),
      tellStory(store, bob, { seed: storySeed + 1, turns: 20 }),
    ]);
    live = told.conversations.filter(({ deleted }) => !deleted);
  });
  afterAll(() => fixture.close());

  const turnsOf = (id: string) => told.turns.filter(({ conversationId }) => conversationId === id);
  const longest = () => live.reduce((a, b) => (turnsOf(a.id).length >= turnsOf(b.id).length ? a : b));
  const deletedOnes = () => told.conversations.filter(({ deleted }) => deleted);

  it('show what was appended before the call, at once', async () => {
    const story = await tellStory(fixture.store, 'carol', { seed: storySeed + 2, turns: 1 });
    expect(await readModels.turn('carol', story.turns[0]?.id ?? '')).toMatchObject({ status: story.turns[0]?.status });
    expect((await readModels.conversations('carol', {})).rows.length).toBeGreaterThan(0);
  });

  it('list one’s own conversations, forwards and backwards, the same', async () => {
    const { rows: all, hasNextPage, hasPreviousPage } = await readModels.conversations(alice, { first: 100 });
    expect([hasNextPage, hasPreviousPage]).toEqual([false, false]);
    expect(all.map(({ id }) => id).sort()).toEqual(live.map(({ id }) => id).sort());
    const rank = ({ pinned, updatedAt }: (typeof all)[number]) => [pinned ? 1 : 0, updatedAt.getTime()];
    expect(all.map(rank)).toEqual(all.map(rank).sort(([p = 0, a = 0], [q = 0, b = 0]) => q - p || b - a));

    const forwards = [];
    for (let after: string | undefined; ; ) {
      const page = await readModels.conversations(alice, { first: 2, after });
      forwards.push(...page.rows);
      if (!page.hasNextPage) break;
      after = page.cursors.at(-1);
    }
    expect(forwards).toEqual(all);
    const backwards = [];
    for (let before: string | undefined; ; ) {
      const page = await readModels.conversations(alice, { last: 2, before });
      backwards.unshift(...page.rows);
      if (!page.hasPreviousPage) break;
      before = page.cursors[0];
    }
    expect(backwards).toEqual(all);
  });

  it('give a conversation to its owner alone', async () => {
    const { id, title, pinned } = longest();
    expect(await readModels.conversation(alice, id)).toMatchObject({ id, title, pinned });
    expect(await readModels.conversation(alice, id.toUpperCase())).toMatchObject({ id });
    expect(await readModels.conversation(bob, id)).toBeNull();
  });

  it('page through its messages, the oldest first', async () => {
    const { id } = longest();
    const { rows: all } = await readModels.messages(alice, id, { first: 1_000 });
    expect(all.filter(({ role }) => role === 'user').map(({ turnId }) => turnId)).toEqual(
      turnsOf(id).map((turn) => turn.id),
    );
    const { rows: newest, hasPreviousPage } = await readModels.messages(alice, id, { last: 3 });
    expect(newest).toEqual(all.slice(-3));
    expect(hasPreviousPage).toBe(all.length > 3);
    const { rows: next } = await readModels.messages(alice, id, { first: 2, after: all[0]?.cursor });
    expect(next).toEqual(all.slice(1, 3));
    expect((await readModels.messages(bob, id, {})).rows).toEqual([]);
  });

  it('give the history before a turn, the oldest first, whole and partial answers alike', async () => {
    const { id } = longest();
    const { rows } = await readModels.messages(alice, id, { first: 1_000 });
    const said = rows.map(({ role, content, attachments }) => ({ role, content, attachments }));
    expect(await readModels.history(id, await readModels.branchTip(id))).toEqual({ said, earlier: 0 });
    expect(await readModels.history(uuid(77), await readModels.branchTip(id))).toEqual({ said: [], earlier: 0 });
  });

  it('know the open turns, the active one and the last message', async () => {
    const isOpen = ({ status }: ToldTurn) => status === 'waiting' || status === 'running';
    for (const { id } of live) {
      const open = turnsOf(id)
        .filter(isOpen)
        .map((turn) => turn.id);
      expect((await readModels.openTurns(id)).map((turn) => turn.id)).toEqual(open);
      expect((await readModels.activeTurn(alice, id))?.id).toBe(open[0]);
      expect(await readModels.activeTurn(bob, id)).toBeNull();
      const last = turnsOf(id).at(-1);
      const tip = last ? answerIdOf(last.id) : null;
      expect(await readModels.branchTip(id)).toBe(tip);
      expect(tip && (await readModels.turnOfMessage(tip))).toBe(last?.id ?? null);
    }
    const all = (await readModels.openTurns()).map((turn) => turn.id);
    expect(all).toEqual(expect.arrayContaining(told.turns.filter(isOpen).map(({ id }) => id)));
  });

  it('give a turn to its owner alone', async () => {
    for (const { id, status } of told.turns.slice(0, 10)) {
      expect(await readModels.turn(alice, id)).toMatchObject({ id, status, userId: alice });
      expect(await readModels.turn(bob, id)).toBeNull();
    }
  });

  it('forget a deleted conversation and all that was said in it', async () => {
    for (const { id } of deletedOnes()) {
      expect(await readModels.conversation(alice, id)).toBeNull();
      expect((await readModels.messages(alice, id, {})).rows).toEqual([]);
    }
  });

  it.each([...MALFORMED, uuid(77)])('know nothing of %j', async (id) => {
    expect(await readModels.conversation(alice, id)).toBeNull();
    expect((await readModels.messages(alice, id, {})).rows).toEqual([]);
    expect(await readModels.history(id, uuid(78))).toEqual({ said: [], earlier: 0 });
    expect(await readModels.turn(alice, id)).toBeNull();
    expect(await readModels.activeTurn(alice, id)).toBeNull();
    expect(await readModels.branchTip(id)).toBeNull();
    expect(await readModels.turnOfMessage(id)).toBeNull();
    expect(await readModels.openTurns(id)).toEqual([]);
  });

  it('refuse a cursor of another list', async () => {
    const { cursors } = await readModels.messages(alice, longest().id, {});
    const refused = { code: 'VALIDATION' };
    await expect(readModels.conversations(alice, { after: cursors[0] })).rejects.toMatchObject(refused);
    await expect(readModels.messages(alice, longest().id, { before: 'nonsense' })).rejects.toMatchObject(refused);
  });
});
