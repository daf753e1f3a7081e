import { describe, expect, it } from 'vitest';
import { abortable } from '../../../server/graphql/abortable.ts';

/** Yields 1, then waits for the signal. */
const waiting = (seen: string[]) =>
  abortable(async function* (signal) {
    try {
      yield 1;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    } finally {
      seen.push('left');
    }
  });

describe('abortable', () => {
  it('lets a reader leave while it waits', async () => {
    const seen: string[] = [];
    const iteration = waiting(seen);
    expect(await iteration.next()).toEqual({ done: false, value: 1 });
    const next = iteration.next();
    expect(await iteration.return?.()).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    expect(seen).toEqual(['left']);
  });

  it('leaves with the loop that reads it', async () => {
    const seen: string[] = [];
    for await (const value of waiting(seen)) {
      expect(value).toBe(1);
      break;
    }
    expect(seen).toEqual(['left']);
  });
});
