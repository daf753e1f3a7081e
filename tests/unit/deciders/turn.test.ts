import { describe, it } from 'vitest';
import type { TurnEvent } from '../../../schema/events/index.ts';
import { type TurnCommand, turnDecider } from '../../../server/turn/decider.ts';
import { given } from '../../support/decider-spec.ts';
import { alice, bob, sample, samples, tokens } from '../../support/turn-samples.ts';

const turn = (events: readonly TurnEvent[] = []) => given(turnDecider, events);

const waiting = [sample('TurnRequested'), sample('TurnQueued')];
const running = [...waiting, sample('TurnStarted')];
const stopping = [...running, ...tokens('Well'), sample('TurnCancelRequested')];
const ends = [sample('TurnCompleted'), sample('TurnFailed'), sample('TurnCancelled')];

const request: TurnCommand = { type: 'RequestTurn', request: samples.TurnRequested, lane: 'chat', place: 1 };
const start: TurnCommand = { type: 'StartTurn', lane: 'chat', worker: 'worker-1' };
const record: TurnCommand = { type: 'RecordProgress', events: tokens('Well', ', fine') };
const cancel: TurnCommand = { type: 'CancelTurn', userId: alice, by: alice, why: 'stopped by the user' };
const complete: TurnCommand = { type: 'CompleteTurn', data: samples.TurnCompleted };
const fail: TurnCommand = { type: 'FailTurn', data: samples.TurnFailed };
const { usage, model, durations } = samples.TurnCancelled;
const confirm: TurnCommand = { type: 'ConfirmCancel', data: { usage, model, durations } };

describe('requesting a turn', () => {
  it('requests and queues it in one append', () => turn().when(request).thenEvents(waiting));
  it('is refused twice', () => turn(waiting).when(request).thenRefused('REJECTED'));
});

describe('starting a turn', () => {
  it('starts what waits', () =>
    turn(waiting)
      .when(start)
      .thenEvents([sample('TurnStarted')]));
  it('is refused before it was requested', () => turn().when(start).thenRefused('REJECTED'));
  it('is refused where it runs', () => turn(running).when(start).thenRefused('REJECTED'));
});

describe('recording what is generated', () => {
  it('takes it as it comes', () => turn(running).when(record).thenEvents(tokens('Well', ', fine')));
  it('takes what was under way when somebody stopped it', () =>
    turn(stopping).when(record).thenEvents(tokens('Well', ', fine')));
  it('is refused while the turn waits', () => turn(waiting).when(record).thenRefused('REJECTED'));
});

describe('cancelling a turn', () => {
  it('ends what waits', () =>
    turn(waiting)
      .when(cancel)
      .thenEvents([sample('TurnCancelled', { usage: null, model: null, durations: {} })]));
  it('asks what runs to stop', () =>
    turn(running)
      .when(cancel)
      .thenEvents([sample('TurnCancelRequested')]));
  it('asks once', () => turn(stopping).when(cancel).thenEvents([]));
  it('has nothing left to do after the end', () => {
    for (const end of ends)
      turn([...running, end])
        .when(cancel)
        .thenEvents([]);
  });
  it.each([
    ['missing', []],
    ['waiting', waiting],
    ['running', running],
    ['ended', [...running, sample('TurnCompleted')]],
  ])('does not know another’s, %s', (_, events) => {
    turn(events)
      .when({ ...cancel, userId: bob })
      .thenRefused('NOT_FOUND');
  });
});

describe('ending a turn', () => {
  it('completes what runs', () =>
    turn(running)
      .when(complete)
      .thenEvents([sample('TurnCompleted')]));
  it('does not complete what waits', () => turn(waiting).when(complete).thenRefused('REJECTED'));
  it('fails what runs', () =>
    turn(running)
      .when(fail)
      .thenEvents([sample('TurnFailed')]));
  it('fails what waits', () =>
    turn(waiting)
      .when(fail)
      .thenEvents([sample('TurnFailed')]));
  it('does not fail what was never requested', () => turn().when(fail).thenRefused('REJECTED'));
  it('confirms a cancel with who wanted it and why', () =>
    turn(stopping)
      .when(confirm)
      .thenEvents([sample('TurnCancelled')]));
  it('does not confirm what nobody asked for', () => turn(running).when(confirm).thenRefused('REJECTED'));
  it('refuses everything but a cancel after the end', () => {
    for (const end of ends) {
      for (const command of [request, start, record, complete, fail, confirm])
        turn([...stopping, end])
          .when(command)
          .thenRefused('REJECTED');
    }
  });
});
