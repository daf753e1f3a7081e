import { describe, expect, test } from 'vitest';
import type { EventData } from '../../../schema/events/index.ts';
import { turnDecider } from '../../../server/turn/decider.ts';
import { given } from '../../support/decider-spec.ts';
import { alice, bob, sample, samples } from '../../support/turn-samples.ts';

const running = [sample('TurnRequested'), sample('TurnQueued'), sample('TurnStarted'), sample('TurnRouted')];
const asked = [...running, sample('ToolCallRequested'), sample('TurnSuspended')];
const decided = [...asked, sample('ToolCallResolved'), sample('TurnQueued')];
const { callId, tool } = samples.ToolCallRequested;
type Decision = EventData<'ToolCallResolved'>['decision'];
const resolve = (decision: Decision = 'approved', userId = alice, id = callId) =>
  ({ type: 'ResolveToolCall', userId, callId: id, decision, by: userId }) as const;
const suspend = {
  type: 'RecordProgress',
  events: [
    { type: 'ToolCallRequested', data: samples.ToolCallRequested },
    { type: 'TurnSuspended', data: samples.TurnSuspended },
  ],
} as const;

describe('a call that a person is to decide about', () => {
  test.each<Decision>(['approved', 'denied', 'expired'])(
    'is %s once, and the turn comes into its line again',
    (decision) =>
      given(turnDecider, asked)
        .when(resolve(decision))
        .thenEvents([
          { type: 'ToolCallResolved', data: { callId, tool, decision, by: alice } },
          { type: 'TurnQueued', data: { lane: 'chat', place: 1 } },
        ]),
  );
  test('is not decided twice', () => given(turnDecider, decided).when(resolve('denied')).thenRefused('REJECTED'));
  test('is not decided behind the end', () =>
    given(turnDecider, [...asked, sample('TurnCancelled')])
      .when(resolve())
      .thenRefused('REJECTED'));
  test('is missing for anybody else', () =>
    given(turnDecider, asked).when(resolve('approved', bob)).thenRefused('NOT_FOUND'));
  test('is missing where it is another', () =>
    given(turnDecider, asked)
      .when(resolve('approved', alice, 'call-2'))
      .thenRefused('NOT_FOUND'));
  test('is missing where nobody was asked', () => given(turnDecider, running).when(resolve()).thenRefused('NOT_FOUND'));
});

describe('a suspended turn', () => {
  test('goes on at the same attempt once it was decided', () => {
    const state = decided.reduce(turnDecider.evolve, turnDecider.initial);
    expect(state).toMatchObject({ status: 'waiting', lane: 'chat', attempts: 1 });
    expect(turnDecider.decide({ type: 'StartTurn', lane: 'chat', worker: 'worker-2' }, state)).toEqual([
      { type: 'TurnStarted', data: { lane: 'chat', worker: 'worker-2', attempt: 1 } },
    ]);
  });
  test('records nothing, and does not end as one that runs', () => {
    given(turnDecider, asked).when(suspend).thenRefused('REJECTED');
    given(turnDecider, asked).when({ type: 'CompleteTurn', data: samples.TurnCompleted }).thenRefused('REJECTED');
  });
  test('is cancelled at once', () =>
    given(turnDecider, asked)
      .when({ type: 'CancelTurn', userId: alice, by: alice, why: 'enough' })
      .thenEvents([
        { type: 'TurnCancelled', data: { by: alice, why: 'enough', usage: null, model: null, durations: {} } },
      ]));
  test('it is not, where it is to be stopped', () =>
    given(turnDecider, [...running, sample('TurnCancelRequested')])
      .when(suspend)
      .thenEvents([sample('ToolCallRequested')]));
});
