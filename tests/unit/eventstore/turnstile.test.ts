import { expect, test } from 'vitest';
import { openTurnstile } from '../../../server/eventstore/turnstile.ts';

test('under one name one thing runs after another, whatever became of it; other names don’t wait', async () => {
  const through = openTurnstile();
  const told: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = through('a', async () => {
    await gate;
    told.push('first');
    throw new Error('no');
  });
  const second = through('a', async () => told.push('second'));
  await through('b', async () => told.push('other'));
  open();
  await expect(first).rejects.toThrow('no');
  await second;
  expect(told).toEqual(['other', 'first', 'second']);
});
