import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTurnsQuery, turnQuery, turnRow, turns } from '../../../projections/turns.ts';
import type { TurnEvent } from '../../../schema/events/index.ts';
import { openHistory, openProjected, secondsAfterNoon } from '../../support/projected.ts';
import { alice, bob, sample, samples, uuid } from '../../support/turn-samples.ts';

const { turnId, conversationId, userMessageId, assistantMessageId } = samples.TurnRequested;
const waiting = [sample('TurnRequested'), sample('TurnQueued')];
const running = [...waiting, sample('TurnStarted')];

let projected: Awaited<ReturnType<typeof openProjected>>;
let history: ReturnType<typeof openHistory>;
beforeAll(async () => {
  projected = await openProjected(turns);
});
beforeEach(async () => {
  await projected.empty();
  history = openHistory();
});
afterAll(() => projected.close());

const one = async (userId = alice) => (await projected.rows(turnQuery(userId, turnId), turnRow))[0];
const upon = async (...events: TurnEvent[]) => {
  await projected.play(...history.turn(turnId, events));
  return one();
};
const another = (n: number) =>
  sample('TurnRequested', { turnId: uuid(n), userMessageId: uuid(n + 1), assistantMessageId: uuid(n + 2) });
const ids = async (query: ReturnType<typeof openTurnsQuery>) =>
  (await projected.rows(query, turnRow)).map(({ id }) => id);

describe('a turn', () => {
  it('waits, once it was requested', async () => {
    expect(await upon(...waiting)).toEqual({
      id: turnId,
      userId: alice,
      conversationId,
      userMessageId,
      assistantMessageId,
      status: 'waiting',
      lane: 'chat',
      model: null,
      reason: null,
      usage: null,
      attempts: 0,
      pauses: [],
      createdAt: secondsAfterNoon(1),
      startedAt: null,
      endedAt: null,
    });
  });

  it('is its owner’s alone', async () => {
    await upon(...waiting);
    expect(await one(bob)).toBeUndefined();
  });

  it('knows its attempts and pauses', async () => {
    const again = sample('TurnResumed', { attempt: 3, mode: 'restart' });
    expect(await upon(...running)).toMatchObject({ attempts: 1, pauses: [] });
    const { pausedAt } = samples.TurnResumed;
    const resumed = await upon(...running, sample('TurnResumed'), again);
    expect(resumed).toMatchObject({
      status: 'running',
      attempts: 3,
      pauses: [
        { pausedAt, mode: 'continue' },
        { pausedAt, mode: 'restart' },
      ],
    });
  });

  it('runs, once it was started, also where somebody wants it stopped', async () => {
    expect(await upon(...running, sample('TurnCancelRequested'))).toMatchObject({
      status: 'running',
      startedAt: secondsAfterNoon(3),
      endedAt: null,
    });
  });

  it.each([
    ['TurnCompleted', { status: 'completed', reason: null, usage: samples.TurnCompleted.usage }],
    ['TurnFailed', { status: 'failed', reason: 'the model does not answer', usage: null }],
    ['TurnCancelled', { status: 'cancelled', reason: 'stopped by the user', usage: samples.TurnCancelled.usage }],
  ] as const)('ends with %s', async (end, expected) => {
    expect(await upon(...running, sample(end))).toMatchObject({
      ...expected,
      model: 'scripted',
      startedAt: secondsAfterNoon(3),
      endedAt: secondsAfterNoon(4),
    });
  });
});

describe('turns of a conversation', () => {
  it('are open while they wait or run, in the order of their requests', async () => {
    await upon(...running);
    await projected.play(...history.turn(uuid(20), [another(20)]));
    await projected.play(...history.turn(uuid(10), [another(10), sample('TurnFailed')]));
    expect(await ids(openTurnsQuery(conversationId))).toEqual([turnId, uuid(20)]);
    await upon(sample('TurnCompleted'));
    expect(await ids(openTurnsQuery(conversationId))).toEqual([uuid(20)]);
    expect(await ids(openTurnsQuery(uuid(99)))).toEqual([]);
    expect(await ids(openTurnsQuery())).toEqual([uuid(20)]);
  });
});
