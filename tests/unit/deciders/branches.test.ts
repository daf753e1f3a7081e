import { describe, expect, it } from 'vitest';
import { TurnlogError } from '../../../server/errors.ts';
import { editOf, messageOf, regenerationOf } from '../../../server/turn/branches.ts';
import { turnDecider } from '../../../server/turn/decider.ts';
import { given } from '../../support/decider-spec.ts';
import { alice, bob, samples, uuid } from '../../support/turn-samples.ts';

const attachments = [{ filename: 'a.txt', text: 'A' }];
const request = { ...samples.TurnRequested, parentMessageId: uuid(9), attachments };
const { userMessageId, assistantMessageId, conversationId, options, context, contract } = request;
const asking = {
  ...{ turnId: uuid(5), userId: alice, conversationId, assistantMessageId: uuid(6), options, context, contract },
};
const refusal = (what: () => unknown) => {
  try {
    return what();
  } catch (error) {
    return error instanceof TurnlogError ? error.code : error;
  }
};
const question = { messageId: userMessageId, request };
const answer = { messageId: assistantMessageId, request };

describe('the turn of a message', () => {
  it.each([userMessageId, assistantMessageId])('is its own for %s', (messageId) =>
    expect(messageOf(request, { userId: alice, messageId })).toEqual({ messageId, request }),
  );
  it('knows no other message', () =>
    expect(refusal(() => messageOf(request, { userId: alice, messageId: uuid(9) }))).toBe('NOT_FOUND'));
  it('is nobody else’s', () =>
    expect(refusal(() => messageOf(request, { userId: bob, messageId: userMessageId }))).toBe('NOT_FOUND'));
});

describe('a regeneration', () => {
  it.each([question, answer])('asks the same question once more, for an answer beside', (message) => {
    const again = regenerationOf(message, asking);
    const made = { turnId: uuid(5), kind: 'regeneration', assistantMessageId: uuid(6) };
    expect(again).toEqual({ ...request, ...made });
    given(turnDecider)
      .when({ type: 'RequestTurn', request: again, lane: 'chat', place: 1 })
      .thenEvents([
        { type: 'TurnRequested', data: again },
        { type: 'TurnQueued', data: { lane: 'chat', place: 1 } },
      ]);
  });
});

describe('an edit', () => {
  const edited = { ...asking, text: 'How are you now?', userMessageId: uuid(7) };
  it('asks another question at the same place, with what was attached', () =>
    expect(editOf(question, edited)).toEqual({ ...edited, kind: 'edit', parentMessageId: uuid(9), attachments }));
  it('is not of an answer', () => expect(refusal(() => editOf(answer, edited))).toBe('VALIDATION'));
});
