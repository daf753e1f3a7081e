import { describe, expect, it } from 'vitest';
import { answerTurnOf, mergeBranch, questionOf, tipOf, withRequest } from '../../../web/chat/branch.ts';
import { exchangesOf, unansweredTurns } from '../../../web/chat/exchanges.ts';
import { emptyThread, reduceThread } from '../../../web/chat/thread.ts';
import { beginTurn } from '../../../web/chat/turn-state.ts';
import type { Message } from '../../../web/graphql/documents.ts';

const at = '2030-01-01T00:00:00.000Z';
const conversation = { id: 'c', title: 'Tides', pinned: false, projectId: null, preview: '', updatedAt: at };
/** The nth question, `a` its answer; it follows a message. */
const question = (n: number, parentId: string | null, answers = [`a${n}`], answer = answers.at(-1) ?? ''): Message => ({
  ...questionOf({
    ...{
      turnId: `t${n}`,
      userMessageId: `q${n}`,
      assistantMessageId: answer,
      parentId,
      text: `Q${n}`,
      attachments: [],
      at,
    },
  }),
  answer: { id: answer, turnId: answer.replace('a', 't'), siblings: answers },
});
const answer = (n: number, to: number, siblings = [`a${n}`]): Message => ({
  ...question(n, `q${to}`),
  ...{ id: `a${n}`, role: 'ASSISTANT', content: `A${n}`, siblings, answer: null },
});
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id).join(' ');

const known = [question(1, null), answer(1, 1), question(2, 'a1'), answer(2, 2)];

describe('a branch', () => {
  it('ends at its last message, or at the answer that is being written', () => {
    expect([tipOf([]), tipOf(known), tipOf(known.slice(0, 3))]).toEqual([null, 'a2', 'a2']);
    expect(answerTurnOf(question(1, null, ['a1', 'a5']))).toBe('t5');
  });

  it('is followed by a request that names its end, and by no other', () => {
    const asked = {
      ...{ cursor: 'c', revision: 0, recordedAt: at, conversationId: 'c' },
      ...{ turnId: 't3', userMessageId: 'q3', assistantMessageId: 'a3', text: 'Q3', attachments: [] },
    };
    const upon = (kind: string, parentMessageId: string) =>
      ids(withRequest(known, { __typename: 'TurnRequested', ...asked, kind, parentMessageId }));
    expect(upon('message', 'a2')).toBe('q1 a1 q2 a2 q3');
    expect(upon('edit', 'a1')).toBe('q1 a1 q2 a2');
    expect(upon('regeneration', 'a2')).toBe('q1 a1 q2 a2');
  });
});

describe('what the server has', () => {
  it('takes the place of another branch, and keeps the unchanged objects', () => {
    const other = [question(1, null, ['a1', 'a3']), answer(3, 1, ['a1', 'a3'])];
    const { messages, meets } = mergeBranch(known, other);
    expect([ids(messages), meets]).toEqual(['q1 a3', true]);
    const same = mergeBranch(known, [question(1, null), answer(1, 1)]);
    expect(same.messages[0]).toBe(known[0]);
    expect(ids(same.messages)).toBe('q1 a1 q2 a2');
  });

  it('shows that a message has got another beside it', () => {
    const { messages } = mergeBranch(known, [{ ...question(1, null), siblings: ['q1', 'q9'] }, answer(1, 1)]);
    expect(messages[0]?.siblings).toEqual(['q1', 'q9']);
  });

  it('keeps older pages where it meets them, and none where it does not', () => {
    expect(mergeBranch(known, known.slice(2))).toEqual({ messages: known, meets: true });
    const away = [question(9, 'a8'), answer(9, 9)];
    expect(mergeBranch(known, away)).toEqual({ messages: away, meets: false });
  });

  it('is followed by what was sent meanwhile', () => {
    const sent = [...known, question(3, 'a2')];
    expect(ids(mergeBranch(sent, known).messages)).toBe('q1 a1 q2 a2 q3');
    expect(ids(mergeBranch(sent, known.slice(0, 2)).messages)).toBe('q1 a1 q2 a2 q3');
  });
});

describe('a question that was answered anew', () => {
  const messages = [question(1, null, ['a1', 'a3'])];
  const loaded = reduceThread(emptyThread(false), { type: 'loaded', conversation, messages, olderCursor: null });

  it('waits for the turn of its new answer', () => expect(unansweredTurns(loaded)).toEqual(['t3']));

  it('shows that turn, at the place of the first', () => {
    const followed = reduceThread(loaded, { type: 'followed', turnId: 't3' });
    expect(exchangesOf(followed)).toMatchObject([{ key: 't1', question: { id: 'q1' }, answer: beginTurn('t3') }]);
  });
});
