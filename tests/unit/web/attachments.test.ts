import { expect, it } from 'vitest';
import { attach } from '../../../web/chat/attachments.ts';

const a = { filename: 'pasted.txt', text: 'a' };

it('attaches a text under a name that is free', () => {
  expect(attach([a], { filename: 'pasted.txt', text: 'b' })).toEqual([a, { filename: 'pasted 2.txt', text: 'b' }]);
  expect(attach([{ filename: 'README', text: 'a' }], { filename: 'README', text: 'b' })?.[1]?.filename).toBe(
    'README 2',
  );
});

it('divides what is too long for one, but no character', () => {
  const text = `${'x'.repeat(19_999)}😀${'y'.repeat(20_000)}`;
  const parts = attach([], { filename: 'long.md', text });
  expect(parts?.map(({ filename }) => filename)).toEqual(['long.md', 'long 2.md', 'long 3.md']);
  expect(parts?.every((part) => part.text.length <= 20_000 && part.text.isWellFormed())).toBe(true);
  expect(parts?.map((part) => part.text).join('')).toBe(text);
});

it('refuses more than five', () => {
  expect(attach([a], { filename: 'b', text: 'x'.repeat(80_000) })).toHaveLength(5);
  expect(attach([a], { filename: 'b', text: 'x'.repeat(80_001) })).toBeNull();
});
