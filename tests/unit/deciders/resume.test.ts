import { describe, expect, test } from 'vitest';
import type { TurnEvent } from '../../../schema/events/index.ts';
import { turnDecider } from '../../../server/turn/decider.ts';
import { evolveGenerated, nothingGenerated, resumptionOf } from '../../../server/turn/resume.ts';
import { given } from '../../support/decider-spec.ts';
import { sample, samples, tokens } from '../../support/turn-samples.ts';

const running = [sample('TurnRequested'), sample('TurnQueued'), sample('TurnStarted'), sample('ContextAssembled')];
const resume = { type: 'ResumeTurn', worker: 'worker-2', mode: 'continue' } as const;
const { fromRevision, pausedAt } = samples.TurnResumed;

const goesOn = (events: readonly TurnEvent[], idempotent: readonly string[] = []) =>
  resumptionOf(
    events.reduce(turnDecider.evolve, turnDecider.initial),
    events.reduce(evolveGenerated, nothingGenerated),
    (tool) => idempotent.includes(tool),
  );

describe('resuming a turn', () => {
  const command = { ...resume, fromRevision, pausedAt };
  test('names both workers and counts the attempt', () =>
    given(turnDecider, running)
      .when(command)
      .thenEvents([sample('TurnResumed')]));
  test('is refused the third time', () =>
    given(turnDecider, [...running, sample('TurnResumed'), sample('TurnResumed', { attempt: 3 })])
      .when(command)
      .thenRefused('REJECTED'));
  test('is refused while it waits', () =>
    given(turnDecider, running.slice(0, 2)).when(command).thenRefused('REJECTED'));
});

describe('how a turn goes on', () => {
  test('it continues behind the text that was kept, with the model that wrote it', () =>
    expect(goesOn([...running, ...tokens('Well', ', fi')])).toEqual({
      mode: 'continue',
      text: 'Well, fi',
      pieces: 2,
      model: 'scripted',
    }));
  test('the text is that of all workers before', () =>
    expect(goesOn([...running, ...tokens('Well'), sample('TurnResumed'), ...tokens(', fi')])).toMatchObject({
      mode: 'continue',
      text: 'Well, fi',
    }));
  test('it asks again where no text was generated, reasoning or not', () => {
    expect(goesOn(running)).toEqual({ mode: 'restart', runAgain: [] });
    expect(goesOn([...running, sample('ReasoningGenerated')])).toEqual({ mode: 'restart', runAgain: [] });
  });
  test('what was reasoned before the model was asked again does not count', () => {
    const again = sample('TurnResumed', { mode: 'restart' });
    expect(goesOn([...running, sample('ReasoningGenerated'), again, ...tokens('Well')])).toMatchObject({ pieces: 1 });
  });
  test.each(['ReasoningGenerated', 'BlockEmitted', 'SourcesCited', 'ToolReturned', 'ToolSkippedOffline'] as const)(
    'it fails where %s came behind text',
    (type) =>
      expect(goesOn([...running, ...tokens('Well'), sample(type)])).toEqual({ mode: 'fail', reason: 'interrupted' }),
  );
  test('it fails after three attempts', () =>
    expect(goesOn([...running, sample('TurnResumed', { attempt: 3 }), ...tokens('Well')])).toEqual({
      mode: 'fail',
      reason: 'interrupted',
    }));
});

describe('tools', () => {
  const started = [...running, sample('ToolStarted')];
  test('one that was left in flight is run again only if that is harmless', () => {
    expect(goesOn(started, ['clock'])).toEqual({ mode: 'restart', runAgain: ['call-1'] });
    expect(goesOn(started)).toEqual({ mode: 'fail', reason: 'interrupted while the tool clock was running' });
  });
  test.each(['ToolReturned', 'ToolFailed'] as const)('one that came to %s is not run again', (type) =>
    expect(goesOn([...started, sample(type)])).toEqual({ mode: 'restart', runAgain: [] }),
  );
});
