import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messageRow, messages, messagesQuery } from '../../../projections/messages.ts';
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
    const asked = sample('TurnRequested', { attachments });
    expect(await upon(asked, sample('TurnQueued'), sample('TurnStarted'), ...tokens('Well'))).toMatchObject([
      {
        id: userMessageId,
        turnId,
        parentId: null,
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
      reasoning: samples.ReasoningGenerated.text,
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

  it('keeps which tools gave it nothing, and why', async () => {
    const failed = sample('ToolFailed', { tool: 'weather', error: 'it took too long' });
    const skipped = sample('ToolSkippedOffline', { tool: 'news' });
    const [question, answer] = await upon(
      sample('TurnRequested'),
      failed,
      skipped,
      ...tokens('Well'),
      sample('TurnCompleted'),
    );
    expect(question?.toolNotes).toEqual([]);
    expect(answer?.toolNotes).toEqual([
      { tool: 'weather', error: 'it took too long' },
      { tool: 'news', error: null },
    ]);
  });

  it('tells of its attempts, and of the pauses between them', async () => {
    const again = sample('TurnResumed', { attempt: 3, mode: 'restart' });
    const taken = [sample('TurnStarted'), sample('TurnResumed'), again];
    const [question, answer] = await upon(
      sample('TurnRequested'),
      ...taken,
      ...tokens('Well'),
      sample('TurnCompleted'),
    );
    const { pausedAt } = samples.TurnResumed;
    const resumedAt = (seconds: number) => secondsAfterNoon(seconds).toISOString();
    expect(answer).toMatchObject({
      attempts: 3,
      pauses: [
        { pausedAt, resumedAt: resumedAt(3), mode: 'continue' },
        { pausedAt, resumedAt: resumedAt(4), mode: 'restart' },
      ],
    });
    expect(question).toMatchObject({ attempts: 0, pauses: [] });
  });

  it('is empty where the model had nothing to say', async () => {
    expect(await upon(sample('TurnRequested'), sample('TurnCompleted'))).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: '', interrupted: false },
    ]);
  });

  it('stands behind its own question, also where it ends late', async () => {
    const second = { turnId: uuid(5), parentMessageId: assistantMessageId, userMessageId: uuid(6), text: 'And now?' };
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
