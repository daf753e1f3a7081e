import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type UsageAsked, usage, usageQuery, usageRow } from '../../../projections/usage.ts';
import type { TurnEvent } from '../../../schema/events/index.ts';
import { openHistory, openProjected } from '../../support/projected.ts';
import { alice, sample, uuid } from '../../support/turn-samples.ts';

let projected: Awaited<ReturnType<typeof openProjected>>;
let history: ReturnType<typeof openHistory>;
beforeAll(async () => {
  projected = await openProjected(usage);
});
beforeEach(async () => {
  await projected.empty();
  history = openHistory();
});
afterAll(() => projected.close());

const counted = (promptTokens: number, completionTokens: number, estimated = false) => ({
  usage: { promptTokens, completionTokens, estimated },
});
const ended = (end: TurnEvent) => [sample('TurnRequested'), sample('TurnQueued'), sample('TurnStarted'), end];
const group = (asked: Partial<UsageAsked> = {}) => projected.rows(usageQuery({ groupBy: [], ...asked }), usageRow);

describe('usage', () => {
  it('adds up turns by their outcome, tokens, and time', async () => {
    const durations = { queued: 100, context: 5, firstToken: 20, generation: 75.4 };
    await projected.play(
      ...history.turn(uuid(11), ended(sample('TurnCompleted', { ...counted(10, 4), durations }))),
      ...history.turn(uuid(12), ended(sample('TurnCompleted', { ...counted(1, 2, true), durations }))),
      ...history.turn(uuid(13), ended(sample('TurnFailed', { usage: null, durations: {} }))),
      ...history.turn(uuid(14), ended(sample('TurnCancelled', { ...counted(100, 0), durations: { queued: 3 } }))),
      ...history.turn(uuid(15), [sample('TurnRequested'), sample('TurnQueued')]),
    );
    expect(await group()).toEqual([
      {
        day: null,
        userId: null,
        model: null,
        turns: 4,
        completed: 2,
        failed: 1,
        cancelled: 1,
        estimated: 1,
        promptTokens: 111,
        completionTokens: 6,
        waitingMs: 203,
        answeringMs: 200,
      },
    ]);
  });

  it('tells days, models and users apart, as far as it is asked to', async () => {
    const day = (date: string, ends: TurnEvent[]) =>
      ends.flatMap((end, n) =>
        history
          .turn(uuid(20 + n), [end])
          .map((event) => ({ ...event, recordedAt: new Date(`${date}T23:59:59.999Z`), stream: { ...event.stream } })),
      );
    const by = (model: string | null) => sample('TurnFailed', { model });
    await projected.play(
      ...day('2026-01-01', [by('a'), by('b'), by(null)]),
      ...day('2026-01-02', [by('a')]),
      ...day('2026-01-03', [by('b')]).map((event) => ({ ...event, stream: { ...event.stream, userId: 'bob' } })),
    );
    const keys = async (asked: Partial<UsageAsked>) =>
      (await group(asked)).map(({ day: on, userId, model, turns }) => [on, userId, model, turns]);
    expect(await keys({ groupBy: ['day'] })).toEqual([
      ['2026-01-01', null, null, 3],
      ['2026-01-02', null, null, 1],
      ['2026-01-03', null, null, 1],
    ]);
    expect(await keys({ groupBy: ['model', 'user'] })).toEqual([
      [null, alice, '', 1],
      [null, alice, 'a', 2],
      [null, alice, 'b', 1],
      [null, 'bob', 'b', 1],
    ]);
    expect(await keys({ from: '2026-01-02', to: '2026-01-03' })).toEqual([[null, null, null, 2]]);
    expect(await keys({ groupBy: ['day'], userId: 'bob' })).toEqual([['2026-01-03', null, null, 1]]);
    expect(await keys({ groupBy: ['day'], userId: 'nobody' })).toEqual([]);
    expect(await keys({ userId: 'nobody' })).toEqual([[null, null, null, 0]]);
  });
});
