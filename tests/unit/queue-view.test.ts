import { describe, expect, it } from 'vitest';
import { type TurnInQueue, waitsFor } from '../../server/processors/queue-view.ts';

let sequence = 0n;
const turn = (userId: string, conversationId: string, isRunning = false): TurnInQueue => {
  sequence += 1n;
  return {
    turnId: `${sequence}`,
    lane: 'chat',
    userId,
    conversationId,
    isRunning,
    sequence,
    since: new Date(0),
    place: isRunning ? 0 : 1,
  };
};

describe('what a turn waits for', () => {
  const running = turn('ada', 'tea', true);

  it('is nothing where it runs, or a slot is free', () => {
    const first = turn('bob', 'milk');
    expect(waitsFor(running, [running, first], 1)).toBeNull();
    expect(waitsFor(first, [running, first], 2)).toBeNull();
  });
  it('is a slot where all are taken', () => {
    const first = turn('bob', 'milk');
    expect(waitsFor(first, [running, first], 1)).toBe('slot');
  });
  it('is its conversation where another of that runs or stands before it, slots or none', () => {
    const [second, third] = [turn('ada', 'tea'), turn('ada', 'tea')];
    expect(waitsFor(second, [running, second], 5)).toBe('conversation');
    expect(waitsFor(third, [second, third], 5)).toBe('conversation');
    expect(waitsFor(second, [second, third], 5)).toBeNull();
  });
  it('is the same user’s earlier turn where that waits, too', () => {
    const [first, second] = [turn('bob', 'milk'), turn('bob', 'water')];
    expect(waitsFor(first, [running, first, second], 1)).toBe('slot');
    expect(waitsFor(second, [running, first, second], 1)).toBe('own-turn');
  });
  it('is not what goes on in another lane', () => {
    const first = turn('bob', 'milk');
    expect(waitsFor(first, [{ ...running, lane: 'image' }, first], 1)).toBeNull();
  });
});
