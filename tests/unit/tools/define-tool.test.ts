import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool, type ToolResult } from '../../../server/tools/tool.ts';
import { toolContext } from '../../support/tool-context.ts';

const context = toolContext({ urls: {}, keys: {} });
const returning = (result: unknown) =>
  defineTool({
    id: 'odd',
    name: 'Odd',
    description: 'Returns anything.',
    rule: 'odd: never.',
    progress: 'Trying it',
    examples: [],
    parameters: z.object({ word: z.string().max(5) }),
    offline: true,
    idempotent: true,
    dataSources: [],
    fromMessage: (word) => ({ word }),
    // A tool of the future may be wrong about its own types.
    execute: () => JSON.parse(JSON.stringify(result)) satisfies ToolResult,
  });
const run = (result: unknown) => returning(result).run({ word: 'a' }, context);
const fine = { success: true, data: null };
const image = (bytes: number) => ({
  type: 'image',
  title: 't',
  alt: 'a',
  url: `data:image/png;base64,${'A'.repeat(bytes)}`,
});

describe('a result', () => {
  test.each([
    ['without data', { success: true }],
    ['of no kind', 'text'],
    ['with a block of a type that nobody knows', { ...fine, blocks: [{ type: 'hologram', title: 't' }] }],
    ['with a block that lacks a part', { ...fine, blocks: [{ type: 'value', title: 't', input: 'i' }] }],
    ['with a link that would run as a script', { ...fine, sources: [{ title: 't', url: 'javascript:alert(1)' }] }],
    ['with a picture that is a page', { ...fine, blocks: [{ ...image(1), url: 'data:text/html,<script>' }] }],
    [
      'with a block that no event can hold',
      { ...fine, blocks: [{ type: 'text', title: 't', text: 'a'.repeat(200 * 1024) }] },
    ],
    [
      'with more sources than an event can hold',
      { ...fine, sources: Array(4).fill({ title: 'a'.repeat(60_000), url: 'https://a.b' }) },
    ],
    ['with a sentence that nobody would listen to', { ...fine, spoken: 'a'.repeat(20_000) }],
  ])('%s is refused', async (_what, result) => {
    await expect(run(result)).rejects.toMatchObject({
      code: 'VALIDATION',
      message: expect.stringMatching(/^odd returned what it must not: /),
    });
  });

  test('as it should be is given on', async () => {
    const result = { ...fine, spoken: 'Well.', blocks: [image(1024)], sources: [{ title: 't', url: 'https://a.b/' }] };
    expect(await run(result)).toEqual(result);
  });
});

test('arguments that a message holds are taken where they fit', () => {
  expect(returning(fine).fromMessage('short', context)).toEqual({ word: 'short' });
  expect(returning(fine).fromMessage('too long', context)).toBeNull();
});
