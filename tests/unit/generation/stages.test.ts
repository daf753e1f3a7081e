import { describe, expect, it } from 'vitest';
import { sumOf, untilFirstToken } from '../../../schema/stages.ts';
import { openStages } from '../../../server/generation/stages.ts';

describe('the stages of a turn', () => {
  let at = 0;
  const now = () => new Date(at);

  it('follow one another without a gap, the first from when it began', () => {
    at = 100;
    const stages = openStages(now);
    stages.enter('queued', new Date(70));
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

  it('name the one in which a turn broke off, and never go back in time', () => {
    at = 50;
    const stages = openStages(now);
    stages.enter('routing');
    at = 40;
    stages.leave();
    expect(stages.durations()).toEqual({ routing: 0 });
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
