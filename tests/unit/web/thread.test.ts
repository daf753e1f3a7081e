import { describe, expect, it } from 'vitest';
import { activeTurn, exchangesOf, unansweredTurns } from '../../../web/chat/exchanges.ts';
import { emptyThread, reduceThread, type Thread, type ThreadAction } from '../../../web/chat/thread.ts';
import type { Message } from '../../../web/graphql/documents.ts';
import type { TurnEvent } from '../../../web/graphql/turn-events.ts';

const time = '2030-01-01T00:00:00.000Z';
const conversation = { id: 'c', title: 'Tides', pinned: false, projectId: null, preview: '', updatedAt: time };
const message = (turnId: string, role: Message['role'], content = `${role} of ${turnId}`): Message => ({
  id: `${turnId}-${role}`,
  turnId,
  role,
  content,
  createdAt: time,
  reasoning: '',
  blocks: [],
  sources: [],
  toolNotes: [],
  attachments: [],
  interrupted: false,
  model: null,
  attempts: role === 'USER' ? 0 : 1,
  pauses: [],
  parentId: null,
  siblings: [`${turnId}-${role}`],
  answer: role === 'USER' ? { id: `${turnId}-ASSISTANT`, turnId, siblings: [`${turnId}-ASSISTANT`] } : null,
});
const pair = (turnId: string) => [message(turnId, 'USER'), message(turnId, 'ASSISTANT')];
const loaded = (messages: readonly Message[], olderCursor: string | null = null): ThreadAction => ({
  type: 'loaded',
  conversation,
  messages,
  olderCursor,
});
const threadOf = (...actions: ThreadAction[]): Thread => actions.reduce(reduceThread, emptyThread(false));
const at = (revision: number) => ({ cursor: `c${revision}`, revision, recordedAt: time });
const token = (revision: number, text: string): TurnEvent => ({ __typename: 'TokenGenerated', ...at(revision), text });
const told = (turnId: string, ...events: TurnEvent[]): ThreadAction => ({ type: 'told', turnId, events });
const sent: ThreadAction = { type: 'sent', key: 'k', text: 'USER of t2', attachments: [], sentAt: time };
const accepted: ThreadAction = {
  type: 'accepted',
  key: 'k',
  turnId: 't2',
  userMessageId: 't2-USER',
  assistantMessageId: 't2-ASSISTANT',
  parentId: undefined,
};

describe('sending', () => {
  it('shows the message at once, and keeps its place and key when it is taken', () => {
    const waiting = threadOf(loaded(pair('t1')), sent);
    const taken = reduceThread(waiting, accepted);
    expect(exchangesOf(waiting).map(({ key }) => key)).toEqual(['t1', 'k']);
    expect(exchangesOf(taken).map(({ key, turnId }) => [key, turnId])).toEqual([
      ['t1', 't1'],
      ['k', 't2'],
    ]);
    expect(activeTurn(taken)?.turnId).toBe('t2');
  });

  it('has the message once, even where the server told of it first', () => {
    const requested: TurnEvent = {
      __typename: 'TurnRequested',
      ...at(0),
      turnId: 't2',
      conversationId: 'c',
      userMessageId: 't2-USER',
      assistantMessageId: 't2-ASSISTANT',
      kind: 'message',
      parentMessageId: null,
      text: 'USER of t2',
      attachments: [],
    };
    const thread = threadOf(loaded([]), sent, told('t2', requested), accepted, told('t2', requested), accepted);
    expect(thread.messages).toHaveLength(1);
    expect(exchangesOf(thread)).toHaveLength(1);
  });

  it('says why it was not taken until it is sent again, as the same message', () => {
    const refusal = { text: 'no', retryAfterSeconds: null };
    const failed = threadOf(loaded([]), sent, { type: 'notSent', key: 'k', error: refusal });
    expect(failed.outbox).toMatchObject([{ key: 'k', error: refusal }]);
    expect(reduceThread(failed, sent).outbox).toMatchObject([{ key: 'k', error: null }]);
    expect(reduceThread(failed, { type: 'dropped', key: 'k' }).outbox).toEqual([]);
  });
});

describe('tokens', () => {
  const before = threadOf(loaded([...pair('t0'), ...pair('t1')]), sent, accepted, told('t2', token(3, 'Twice')));

  it('change the exchange that they belong to and leave the others the objects they were', () => {
    const now = reduceThread(before, told('t2', token(4, ' a day')));
    const [earlier, later] = [exchangesOf(before), exchangesOf(now)];
    for (const n of [0, 1]) {
      expect(later[n]?.question).toBe(earlier[n]?.question);
      expect(later[n]?.answer).toBe(earlier[n]?.answer);
    }
    expect(later[2]?.question).toBe(earlier[2]?.question);
    expect(later[2]?.answer).toMatchObject({ text: 'Twice a day' });
  });

  it('that came before change nothing at all', () => {
    expect(reduceThread(before, told('t2', token(3, 'Twice')))).toBe(before);
  });
});

describe('loading', () => {
  it('again keeps what is known, adds what is new, and leaves a followed answer alone', () => {
    const thread = threadOf(loaded(pair('t1'), 'older'), sent, accepted, told('t2', token(3, 'live')));
    const again = reduceThread(thread, loaded([...pair('t1'), ...pair('t2'), ...pair('t3')], 'other'));
    expect(again.messages[0]).toBe(thread.messages[0]);
    expect(again.olderCursor).toBe('older');
    expect(exchangesOf(again).map(({ key }) => key)).toEqual(['t1', 'k', 't3']);
    expect(exchangesOf(again)[1]?.answer).toMatchObject({ text: 'live' });
  });

  it('puts older messages before, each once', () => {
    const thread = threadOf(loaded([message('t2', 'ASSISTANT'), ...pair('t3')], 'older'));
    expect(exchangesOf(thread)[0]).toMatchObject({ question: null, answer: { turnId: 't2' } });
    const older = [...pair('t1'), message('t2', 'USER'), message('t2', 'ASSISTANT')];
    const whole = reduceThread(thread, { type: 'loadedOlder', messages: older, olderCursor: null });
    expect(whole.messages).toHaveLength(6);
    expect(exchangesOf(whole).map(({ key, question, answer }) => [key, !!question, !!answer])).toEqual([
      ['t1', true, true],
      ['t2', true, true],
      ['t3', true, true],
    ]);
  });

  it('drops old pages that no longer meet the newest one, and what followed those', () => {
    const thread = threadOf(loaded(pair('t1'), 'older'), sent, accepted);
    const away = reduceThread(thread, loaded(pair('t9'), 'newer'));
    expect(away.messages.map(({ id }) => id)).toEqual(['t9-USER', 't9-ASSISTANT']);
    expect(away.olderCursor).toBe('newer');
  });

  it('that fails later does not hide what is there', () => {
    const unreachable: ThreadAction = { type: 'notLoaded', status: 'unreachable' };
    expect(threadOf(loaded(pair('t1')), unreachable).status).toBe('ready');
    expect(threadOf(unreachable).status).toBe('unreachable');
    expect(threadOf(loaded(pair('t1')), { type: 'notLoaded', status: 'missing' }).status).toBe('missing');
  });
});

it('knows whose answer is still to be told', () => {
  const thread = threadOf(loaded([...pair('t1'), message('t2', 'USER'), message('t3', 'USER')]));
  expect(unansweredTurns(thread)).toEqual(['t2', 't3']);
  expect(unansweredTurns(reduceThread(thread, { type: 'followed', turnId: 't2' }))).toEqual(['t3']);
});

it('stops the first turn that has not ended', () => {
  const two = threadOf(
    loaded([message('t1', 'USER'), message('t2', 'USER')]),
    { type: 'followed', turnId: 't1' },
    {
      type: 'followed',
      turnId: 't2',
    },
  );
  expect(activeTurn(two)?.turnId).toBe('t1');
  const ended: TurnEvent = { __typename: 'TurnCancelled', ...at(2), why: 'w', endModel: null };
  expect(activeTurn(reduceThread(two, told('t1', ended)))?.turnId).toBe('t2');
});
