import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { branchTipQuery, historyQuery, turnOfMessageQuery } from '../../../projections/branches.ts';
import { conversationQuery, conversationRow, conversations } from '../../../projections/conversations.ts';
import { historyRow, messageRow, messages, messagesQuery } from '../../../projections/messages.ts';
import type { EventData } from '../../../schema/events/index.ts';
import { openHistory, openProjected } from '../../support/projected.ts';
import { alice, sample, samples, tokens, uuid } from '../../support/turn-samples.ts';

const { conversationId } = samples.TurnRequested;
/** The nth turn's ids. */
const [turnOf, questionOf, answerOf] = [
  (n: number) => uuid(n),
  (n: number) => uuid(100 + n),
  (n: number) => uuid(200 + n),
];

let projected: Awaited<ReturnType<typeof openProjected>>;
let history: ReturnType<typeof openHistory>;
beforeAll(async () => {
  projected = await openProjected(conversations, messages);
});
beforeEach(async () => {
  await projected.empty();
  history = openHistory();
  const data = { conversationId, userId: alice, title: 'Tea' };
  await projected.play(...history.conversation(conversationId, { type: 'ConversationOpened', data }));
});
afterAll(() => projected.close());

type Asked = Partial<EventData<'TurnRequested'>>;
const request = (n: number, asked: Asked = {}) =>
  projected.play(
    ...history.turn(turnOf(n), [
      sample('TurnRequested', {
        turnId: turnOf(n),
        userMessageId: questionOf(n),
        assistantMessageId: answerOf(n),
        text: `Q${n}`,
        ...asked,
      }),
    ]),
  );
const end = (n: number, type: 'TurnCompleted' | 'TurnFailed' = 'TurnCompleted', said = [`A${n}`]) =>
  projected.play(...history.turn(turnOf(n), [...tokens(...said), sample(type)]));
const ask = async (n: number, asked?: Asked) => {
  await request(n, asked);
  await end(n);
};
const follow = (n: number, parent: number) => ask(n, { parentMessageId: answerOf(parent) });
const regenerate = (of: number): Asked => ({
  kind: 'regeneration',
  userMessageId: questionOf(of),
  text: `Q${of}`,
});
const select = (messageId: string) =>
  projected.play(...history.conversation(conversationId, { type: 'BranchSelected', data: { messageId } }));

const rows = () => projected.rows(messagesQuery(alice, conversationId, {}), messageRow);
const branch = async () => (await rows()).map(({ content }) => content).join(' ');
const preview = async () =>
  (await projected.rows(conversationQuery(alice, conversationId), conversationRow))[0]?.preview;
const tip = async () => (await projected.rows(branchTipQuery(conversationId), messageRow.in.pick({ id: true })))[0]?.id;

describe('the active branch', () => {
  it('goes to another answer when it is asked for, and back when the first is selected', async () => {
    await ask(1);
    await follow(2, 1);
    await request(3, regenerate(1));
    expect([await branch(), await preview(), await tip()]).toEqual(['Q1', 'Q1', answerOf(3)]);
    await end(3);
    expect([await branch(), await preview()]).toEqual(['Q1 A3', 'A3']);
    await select(answerOf(1));
    expect([await branch(), await preview(), await tip()]).toEqual(['Q1 A1 Q2 A2', 'A2', answerOf(2)]);
  });

  it('goes to another question when one is edited, the first one too', async () => {
    await ask(1);
    await follow(2, 1);
    await ask(3, { kind: 'edit', parentMessageId: answerOf(1) });
    expect(await branch()).toBe('Q1 A1 Q3 A3');
    await ask(4, { kind: 'edit' });
    expect(await branch()).toBe('Q4 A4');
    await select(questionOf(1));
    expect(await branch()).toBe('Q1 A1 Q3 A3');
    await select(questionOf(2));
    expect(await branch()).toBe('Q1 A1 Q2 A2');
    await select(questionOf(1));
    expect(await branch()).toBe('Q1 A1 Q2 A2');
  });

  it('stays where an answer ends on another one', async () => {
    await request(1);
    await request(2, { kind: 'edit' });
    await end(1);
    expect([await branch(), await preview()]).toEqual(['Q2', 'Q2']);
    await select(questionOf(1));
    await end(2);
    expect([await branch(), await preview()]).toEqual(['Q1 A1', 'A1']);
  });

  it('goes through an answer that failed with nothing to show', async () => {
    await request(1);
    await end(1, 'TurnFailed', []);
    await follow(2, 1);
    expect(await branch()).toBe('Q1 Q2 A2');
    await ask(3, regenerate(1));
    expect(await branch()).toBe('Q1 A3');
    await select(answerOf(1));
    expect(await branch()).toBe('Q1 Q2 A2');
  });

  it('keeps both of two turns that followed the same message at once', async () => {
    await ask(1);
    await request(2, { parentMessageId: answerOf(1) });
    await request(3, { parentMessageId: answerOf(1) });
    await end(2);
    await end(3);
    expect(await branch()).toBe('Q1 A1 Q3 A3');
    await select(answerOf(2));
    expect(await branch()).toBe('Q1 A1 Q2 A2');
  });

  it('does not move for a message of nowhere', async () => {
    await ask(1);
    await select(uuid(999));
    expect(await branch()).toBe('Q1 A1');
  });
});

describe('a message', () => {
  it('knows what stands at its place, and at the next', async () => {
    await ask(1);
    await follow(2, 1);
    await ask(3, { kind: 'edit', parentMessageId: answerOf(1) });
    await request(4, regenerate(3));
    const [first, answer, question] = await rows();
    expect([first?.siblings, answer?.siblings]).toEqual([[questionOf(1)], [answerOf(1)]]);
    expect(question).toMatchObject({
      id: questionOf(3),
      parentId: answerOf(1),
      siblings: [questionOf(2), questionOf(3)],
      next: { id: answerOf(4), turnId: turnOf(4), role: 'assistant' },
      nextSiblings: [answerOf(3), answerOf(4)],
    });
  });

  it('is found by the turn that brought it', async () => {
    await ask(1);
    await ask(2, regenerate(1));
    const found = async (id: string) =>
      (await projected.rows(turnOfMessageQuery(id), messageRow.in.pick({ turn_id: true })))[0];
    expect(await found(questionOf(1))).toEqual({ turn_id: turnOf(1) });
    expect(await found(answerOf(2))).toEqual({ turn_id: turnOf(2) });
    expect(await found(uuid(999))).toBeUndefined();
  });
});

describe('the history', () => {
  const said = async (messageId: string | null, limit = 10) =>
    (await projected.rows(historyQuery(conversationId, messageId, limit), historyRow)).map(({ content }) => content);

  it('is what was said along the branch, the newest first, partial answers too, and no more than asked for', async () => {
    await request(1);
    await end(1, 'TurnFailed', ['A']);
    await follow(2, 1);
    await ask(3, regenerate(1));
    await follow(4, 3);
    expect(await said(answerOf(2))).toEqual(['A2', 'Q2', 'A', 'Q1']);
    expect(await said(answerOf(4))).toEqual(['A4', 'Q4', 'A3', 'Q1']);
    expect(await said(answerOf(4), 3)).toEqual(['A4', 'Q4', 'A3']);
    expect(await said(null)).toEqual([]);
  });

  it('counts all that was said along the branch, however little of it is asked for', async () => {
    await request(1);
    await end(1, 'TurnFailed', []); // says nothing, and is not shown
    await follow(2, 1);
    await follow(3, 2);
    await ask(4, regenerate(3));
    const totals = async (limit: number) =>
      (await projected.rows(historyQuery(conversationId, answerOf(3), limit), historyRow)).map(({ total }) => total);
    expect(await totals(10)).toEqual([5, 5, 5, 5, 5]);
    expect(await totals(2)).toEqual([5, 5]);
  });
});
