import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { historyQuery, historyRow, messageRow, messages, messagesQuery } from '../../../projections/messages.ts';
import type { TurnEvent } from '../../../schema/events/index.ts';
import { openHistory, openProjected, secondsAfterNoon } from '../../support/projected.ts';
import { alice, bob, sample, samples, tokens, uuid } from '../../support/turn-samples.ts';

const { turnId, conversationId, userMessageId, assistantMessageId } = samples.TurnRequested;

let projected: Awaited<ReturnType<typeof openProjected>>;
let history: ReturnType<typeof openHistory>;
beforeAll(async () => {
  projected = await openProjected(messages);
});
beforeEach(async () => {
  await projected.empty();
  history = openHistory();
});
afterAll(() => projected.close());

const read = (userId = alice) => projected.rows(messagesQuery(userId, conversationId, {}), messageRow);
const upon = async (...events: TurnEvent[]) => {
  await projected.play(...history.turn(turnId, events));
  return read();
};

describe('the question', () => {
  it('is there as soon as it was asked, with what was attached', async () => {
    const attachments = [{ filename: 'a.txt', text: 'A' }];
    const asked = sample('TurnRequested', { parentMessageId: uuid(9), attachments });
    expect(await upon(asked, sample('TurnQueued'), sample('TurnStarted'), ...tokens('Well'))).toMatchObject([
      {
        id: userMessageId,
        turnId,
        parentId: uuid(9),
        role: 'user',
        content: 'How are you?',
        interrupted: false,
        model: null,
        blocks: [],
        sources: [],
        attachments,
        createdAt: secondsAfterNoon(1),
      },
    ]);
  });

  it('is not another’s', async () => {
    await upon(sample('TurnRequested'));
    expect(await read(bob)).toEqual([]);
  });

  it('is kept, and not repeated, where its answer is made anew', async () => {
    await upon(sample('TurnRequested'), ...tokens('Well'), sample('TurnCompleted'));
    const again = sample('TurnRequested', { turnId: uuid(5), kind: 'regeneration', assistantMessageId: uuid(6) });
    await projected.play(...history.turn(uuid(5), [again, ...tokens('Fine'), sample('TurnCompleted')]));
    expect((await read()).map(({ id, parentId, content }) => [id, parentId, content])).toEqual([
      [userMessageId, null, 'How are you?'],
      [assistantMessageId, userMessageId, 'Well'],
      [uuid(6), userMessageId, 'Fine'],
    ]);
  });
});

describe('the answer', () => {
  it('is there with the end: its text, blocks and sources', async () => {
    const [, answer] = await upon(
      sample('TurnRequested'),
      sample('ReasoningGenerated'),
      ...tokens('Very', ' well'),
      sample('BlockEmitted', { block: { kind: 'chart' } }),
      sample('SourcesCited', { sources: [{ title: 'A' }, { title: 'B' }] }),
      ...tokens(', thanks'),
      sample('TurnCompleted'),
    );
    expect(answer).toMatchObject({
      id: assistantMessageId,
      turnId,
      parentId: userMessageId,
      role: 'assistant',
      content: 'Very well, thanks',
      interrupted: false,
      model: 'scripted',
      blocks: [{ kind: 'chart' }],
      sources: [{ title: 'A' }, { title: 'B' }],
      attachments: [],
      createdAt: secondsAfterNoon(8),
    });
  });

  it.each(['TurnFailed', 'TurnCancelled'] as const)('keeps what was said before %s, as interrupted', async (end) => {
    const [, answer] = await upon(sample('TurnRequested'), ...tokens('Ve'), sample(end));
    expect(answer).toMatchObject({ content: 'Ve', interrupted: true, model: 'scripted' });
  });

  it.each(['TurnFailed', 'TurnCancelled'] as const)('is missing where nothing was said before %s', async (end) => {
    expect(await upon(sample('TurnRequested'), sample(end))).toHaveLength(1);
  });

  it('is empty where the model had nothing to say', async () => {
    expect(await upon(sample('TurnRequested'), sample('TurnCompleted'))).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: '', interrupted: false },
    ]);
  });

  it('stands behind its own question, also where it ends late', async () => {
    const second = { turnId: uuid(5), userMessageId: uuid(6), assistantMessageId: uuid(7), text: 'And now?' };
    await projected.play(...history.turn(turnId, [sample('TurnRequested'), ...tokens('Well')]));
    await projected.play(...history.turn(uuid(5), [sample('TurnRequested', second)]));
    await projected.play(...history.turn(turnId, [sample('TurnCompleted')]));
    expect((await read()).map(({ content }) => content)).toEqual(['How are you?', 'Well', 'And now?']);
  });
});

describe('a deleted conversation', () => {
  it('loses its messages, and those that come behind', async () => {
    await upon(sample('TurnRequested'), ...tokens('Well'));
    await projected.play(...history.conversation(conversationId, { type: 'ConversationDeleted', data: { by: alice } }));
    expect(await read()).toEqual([]);
    expect(await upon(sample('TurnCancelled'))).toEqual([]);
    const slipped = sample('TurnRequested', { turnId: uuid(5), userMessageId: uuid(6) });
    await projected.play(...history.turn(uuid(5), [slipped]));
    expect(await read()).toEqual([]);
  });

  it('takes nobody else’s with it', async () => {
    await upon(sample('TurnRequested'));
    await projected.play(...history.conversation(uuid(8), { type: 'ConversationDeleted', data: { by: bob } }));
    expect(await read()).toHaveLength(1);
  });
});

describe('the history of a turn', () => {
  it('is what was said before it, the newest first, and no more than asked for', async () => {
    const turn = [sample('TurnRequested'), ...tokens('Ve'), sample('TurnCancelled')];
    const recorded = history.turn(turnId, turn);
    const next = history.turn(uuid(5), [
      sample('TurnRequested', { turnId: uuid(5), userMessageId: uuid(6), text: 'And?' }),
    ]);
    await projected.play(...recorded, ...next);
    const before = next[0]?.position ?? 0n;
    expect(await projected.rows(historyQuery(conversationId, before, 10), historyRow)).toEqual([
      { role: 'assistant', content: 'Ve' },
      { role: 'user', content: 'How are you?' },
    ]);
    expect(await projected.rows(historyQuery(conversationId, before, 1), historyRow)).toHaveLength(1);
  });
});
