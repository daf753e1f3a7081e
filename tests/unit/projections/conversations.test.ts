import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  conversationQuery,
  conversationRow,
  conversations,
  conversationsQuery,
} from '../../../projections/conversations.ts';
import { messages } from '../../../projections/messages.ts';
import type { ConversationEvent } from '../../../schema/events/index.ts';
import { openHistory, openProjected, secondsAfterNoon } from '../../support/projected.ts';
import { alice, bob, sample, tokens, uuid } from '../../support/turn-samples.ts';

const id = uuid(2);
const opened = (conversationId = id, userId = alice): ConversationEvent => ({
  type: 'ConversationOpened',
  data: { conversationId, userId, title: 'Tea' },
});
const renamed: ConversationEvent = { type: 'ConversationRenamed', data: { title: 'Coffee' } };
const pinned = (on: boolean): ConversationEvent => ({ type: 'ConversationPinned', data: { pinned: on } });
const deleted: ConversationEvent = { type: 'ConversationDeleted', data: { by: alice } };

let projected: Awaited<ReturnType<typeof openProjected>>;
let history: ReturnType<typeof openHistory>;
beforeAll(async () => {
  projected = await openProjected(conversations, messages);
});
beforeEach(async () => {
  await projected.empty();
  history = openHistory();
});
afterAll(() => projected.close());

const one = async (userId = alice) => (await projected.rows(conversationQuery(userId, id), conversationRow))[0];
const listed = async (userId = alice) =>
  (await projected.rows(conversationsQuery(userId, {}), conversationRow)).map((row) => row.id);

describe('a conversation', () => {
  it('is there for its owner once it was opened', async () => {
    await projected.play(...history.conversation(id, opened()));
    expect(await one()).toMatchObject({
      id,
      title: 'Tea',
      pinned: false,
      preview: '',
      projectId: null,
      characterId: null,
      createdAt: secondsAfterNoon(1),
      updatedAt: secondsAfterNoon(1),
    });
    expect(await one(bob)).toBeUndefined();
  });

  it('takes a new name, a pin, and its end', async () => {
    await projected.play(...history.conversation(id, opened(), renamed, pinned(true)));
    expect(await one()).toMatchObject({ title: 'Coffee', pinned: true, updatedAt: secondsAfterNoon(2) });
    await projected.play(...history.conversation(id, pinned(false)));
    expect(await one()).toMatchObject({ pinned: false });
    await projected.play(...history.conversation(id, deleted));
    expect(await one()).toBeUndefined();
  });

  it('does not come back with a turn that ends behind its deletion', async () => {
    await projected.play(...history.conversation(id, opened(), deleted));
    await projected.play(...history.turn(uuid(1), [sample('TurnRequested'), sample('TurnFailed')]));
    expect(await listed()).toEqual([]);
  });
});

describe('the preview', () => {
  const upon = async (...events: Parameters<typeof history.turn>[1]) => {
    await projected.play(...history.conversation(id, opened()), ...history.turn(uuid(1), events));
    return one();
  };

  it('is the question while the answer is under way', async () => {
    expect(await upon(sample('TurnRequested'), ...tokens('Well'))).toMatchObject({
      preview: 'How are you?',
      updatedAt: secondsAfterNoon(2),
    });
  });

  it('is the answer when it has ended', async () => {
    expect(await upon(sample('TurnRequested'), ...tokens('Very', '\n\n  well'), sample('TurnCompleted'))).toMatchObject(
      {
        preview: 'Very well',
        updatedAt: secondsAfterNoon(5),
      },
    );
  });

  it('is the partial answer of a turn that was stopped', async () => {
    expect(await upon(sample('TurnRequested'), ...tokens('Ve'), sample('TurnCancelled'))).toMatchObject({
      preview: 'Ve',
    });
  });

  it('stays the question where nothing was answered', async () => {
    expect(await upon(sample('TurnRequested'), sample('TurnFailed'))).toMatchObject({ preview: 'How are you?' });
  });

  it.each([
    ['a long text', 'x'.repeat(500), 'x'.repeat(120)],
    ['a text that is as long as it may be', 'x'.repeat(120), 'x'.repeat(120)],
    ['an emoji that would be cut in two', `${'x'.repeat(119)}😀 and more`, 'x'.repeat(119)],
    ['an emoji that fits', `${'x'.repeat(118)}😀 and more`, `${'x'.repeat(118)}😀`],
  ])('has 120 characters at most: %s', async (_, text, preview) => {
    expect(await upon(sample('TurnRequested', { text }))).toMatchObject({ preview });
  });
});

describe('the list', () => {
  it('has the pinned first, then the newest, and only one’s own', async () => {
    for (const n of [11, 12, 13, 14]) await projected.play(...history.conversation(uuid(n), opened(uuid(n))));
    await projected.play(...history.conversation(uuid(15), opened(uuid(15), bob)));
    await projected.play(...history.conversation(uuid(11), pinned(true)));
    await projected.play(...history.turn(uuid(1), [sample('TurnRequested')], uuid(12)));
    expect(await listed()).toEqual([uuid(11), uuid(12), uuid(14), uuid(13)]);
    expect(await listed(bob)).toEqual([uuid(15)]);
  });

  it('keeps its order where the clock was set back', async () => {
    await projected.play(...history.conversation(uuid(11), opened(uuid(11))));
    const [late] = history.conversation(uuid(11), renamed);
    if (late) await projected.play({ ...late, recordedAt: secondsAfterNoon(-60) });
    const [row] = await projected.rows(conversationQuery(alice, uuid(11)), conversationRow);
    expect(row).toMatchObject({ title: 'Coffee', updatedAt: secondsAfterNoon(1) });
  });
});

describe('a conversation under a project', () => {
  const [trip, work] = [uuid(31), uuid(32)];
  const filed = (projectId: string | null): ConversationEvent => ({ type: 'ConversationFiled', data: { projectId } });
  const gone = (projectId: string) => history.user(alice, { type: 'ProjectDeleted', data: { projectId } });
  const under = async (projectId: string) =>
    (await projected.rows(conversationsQuery(alice, {}, { projectId }), conversationRow)).map((row) => row.id);

  it('is listed with it, and with another once it was moved', async () => {
    await projected.play(...history.conversation(id, opened(), filed(trip)));
    await projected.play(...history.conversation(uuid(11), opened(uuid(11))));
    expect([await under(trip), await under(work), await listed()]).toEqual([[id], [], [uuid(11), id]]);
    expect(await one()).toMatchObject({ projectId: trip, updatedAt: secondsAfterNoon(1) });
    await projected.play(...history.conversation(id, filed(work)));
    expect([await under(trip), await under(work)]).toEqual([[], [id]]);
    await projected.play(...history.conversation(id, filed(null)));
    expect(await one()).toMatchObject({ projectId: null });
  });

  it('stays when the project goes, also where it is filed behind that', async () => {
    await projected.play(...history.conversation(id, opened(), filed(trip)), ...gone(trip));
    expect(await one()).toMatchObject({ projectId: null });
    await projected.play(...history.conversation(id, filed(trip)));
    expect(await one()).toMatchObject({ projectId: null });
    await projected.play(...history.conversation(id, filed(work)));
    expect(await one()).toMatchObject({ projectId: work });
  });
});
