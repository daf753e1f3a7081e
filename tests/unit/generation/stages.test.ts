import { beforeEach, describe, expect, it } from 'vitest';
import { sumOf, untilFirstToken } from '../../../schema/stages.ts';
import { openStages } from '../../../server/generation/stages.ts';

describe('the stages of a turn', () => {
  let at = 0;
  let clock = 0;
  const time = { now: () => new Date(at + clock), elapsed: () => at };
  beforeEach(() => {
    clock = Date.parse('2030-01-01T00:00:00Z');
  });

  it('follow one another without a gap, the first from when it began', () => {
    at = 100;
    const stages = openStages(time);
    stages.enter('queued', new Date(clock + 70));
    stages.enter('reading');
    at = 105;
    stages.enter('firstToken');
    at = 125;
    stages.enter('generation');
    at = 130;
    stages.enter('generation');
    at = 165;
    stages.leave();
    at = 200;
    stages.leave();
    expect(stages.durations()).toEqual({ queued: 30, reading: 5, firstToken: 20, generation: 40 });
  });

  it.each([-3_600_000, 3_600_000])('name the one in which a turn broke off, the clock set by %i meanwhile', (ms) => {
    at = 50;
    const stages = openStages(time);
    stages.enter('reading');
    at = 57;
    stages.enter('routing');
    clock += ms;
    at = 90;
    stages.leave();
    expect(stages.durations()).toEqual({ reading: 7, routing: 33 });
  });

  it('never go back in time, where the clock of whoever recorded the beginning is ahead', () => {
    at = 50;
    const stages = openStages(time);
    stages.enter('queued', new Date(clock + 1_000));
    at = 60;
    stages.enter('reading');
    at = 65;
    stages.leave();
    expect(stages.durations()).toEqual({ queued: 10, reading: 5 });
  });

  it('are whole milliseconds that leave none out', () => {
    const stages = openStages(time);
    at = 10.4;
    stages.enter('reading');
    at = 10.8;
    stages.enter('routing');
    at = 12.6;
    stages.leave();
    expect(stages.durations()).toEqual({ reading: 1, routing: 2 });
  });

  it('add up, up to the first token, to all that stands before it', () => {
    const durations = { queued: 1, reading: 2, routing: 4, tool: 8, context: 16, firstToken: 32, generation: 64 };
    expect(untilFirstToken(durations)).toBe(63);
    expect(untilFirstToken({ queued: 1, routing: 4 })).toBeNull();
    expect(untilFirstToken({ queued: 1, routing: 4, firstToken: 500 })).toBeNull();
    expect(untilFirstToken({ ...durations, paused: 3_000 })).toBeNull();
    expect(sumOf(durations)).toBe(127);
    expect(sumOf(durations, 'queued')).toBe(126);
  });
});
