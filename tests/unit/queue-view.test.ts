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
    isSuspended: false,
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
  it('is a decision where a tool’s call is to be allowed, and that turn for the later ones of its conversation alone', () => {
    const asked = { ...turn('ada', 'tea'), isSuspended: true, place: 0 };
    const [second, other] = [turn('ada', 'tea'), turn('ada', 'water')];
    const all = [asked, running, second, other];
    expect(waitsFor(asked, all, 1)).toBe('person');
    expect(waitsFor(second, [asked, second], 5)).toBe('conversation');
    expect(waitsFor(other, [asked, { ...running, conversationId: 'milk' }, other], 1)).toBe('slot');
    expect(waitsFor(other, all, 5)).toBeNull();
  });
  it('is not what goes on in another lane', () => {
    const first = turn('bob', 'milk');
    expect(waitsFor(first, [{ ...running, lane: 'image' }, first], 1)).toBeNull();
  });
});
