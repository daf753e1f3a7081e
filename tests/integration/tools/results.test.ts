import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { failedOutcome, returnedOutcome } from '../../../server/generation/tool-outcome.ts';
import { defineTool, type ToolResult } from '../../../server/tools/tool.ts';
import { toolContext } from '../../support/tool-context.ts';
import { openToolRuns, type ToolRuns } from '../../support/tool-run.ts';

let runs: ToolRuns;
beforeAll(async () => {
  runs = await openToolRuns();
});
afterAll(() => runs.close());

const KIB = 1024;
const context = (signal: AbortSignal) => toolContext({ urls: {}, keys: {} }, signal);
const returning = (result: ToolResult, idempotent = true) => {
  let ran = 0;
  const tool = defineTool({
    id: 'sample',
    name: 'Sample',
    description: 'Returns what it is told to.',
    rule: 'sample: never.',
    progress: 'Trying it',
    examples: [],
    parameters: z.object({ word: z.string() }),
    offline: true,
    idempotent,
    dataSources: [],
    execute: () => {
      ran += 1;
      return result;
    },
  });
  return { tool, ran: () => ran, use: () => runs.run({ tool, args: { word: 'a' }, context }) };
};
const returnedIn = (events: Awaited<ReturnType<ToolRuns['run']>>['events']) => {
  const event = events.find(({ type }) => type === 'ToolReturned');
  if (event?.type !== 'ToolReturned') throw new Error('nothing returned');
  return event.data;
};
/** What stands between the marks of a prompt. */
const dataIn = (prompt: string | null): string =>
  /<tool_(?:result tool="\w+"|error)>\n([\s\S]*)\n<\/tool_(?:result|error)>/.exec(prompt ?? '')?.[1] ?? '';

describe('a result', () => {
  test('of 4 KiB is told whole; what is longer is cut, in bytes, at a character', async () => {
    const fits = await returning({ success: true, data: 'a'.repeat(4 * KIB - 2) }).use();
    expect(dataIn(fits.outcome.prompt)).toBe(`"${'a'.repeat(4 * KIB - 2)}"`);
    const long = await returning({ success: true, data: 'é€😀'.repeat(KIB) }).use();
    const told = dataIn(long.outcome.prompt);
    expect(told).toMatch(/^"(?:é€😀)+(?:é|é€)?… \(cut\)$/u);
    expect(Buffer.byteLength(told.replace('… (cut)', ''))).toBeGreaterThan(4 * KIB - 4);
    expect(Buffer.byteLength(told.replace('… (cut)', ''))).toBeLessThanOrEqual(4 * KIB);
    expect(returnedIn(long.events).result).toBe('é€😀'.repeat(KIB));
  });

  test('stands in the event up to 32 KiB', async () => {
    const { events } = await returning({ success: true, data: 'a'.repeat(32 * KIB - 2) }).use();
    expect(returnedIn(events)).toMatchObject({ blob: null, result: 'a'.repeat(32 * KIB - 2) });
  });

  test('stands in the blob table where it is longer', async () => {
    const data = { text: 'ö'.repeat(100 * KIB) };
    const { events, frames } = await returning({ success: true, data }).use();
    const { blob, result } = returnedIn(events);
    expect(result).toBeNull();
    expect(JSON.parse((await runs.blobs.read(blob ?? '')) ?? '')).toEqual(data);
    expect(frames.join('')).toContain(`data: ${JSON.stringify({ tool: 'sample', data })}\n`);
  });

  test('is kept up to 1 MiB; a larger one fails the tool, since half of it is nothing', async () => {
    const fits = await returning({ success: true, data: 'a'.repeat(KIB * KIB - 2) }).use();
    expect(Buffer.byteLength((await runs.blobs.read(returnedIn(fits.events).blob ?? '')) ?? '')).toBe(KIB * KIB);
    const { events } = await returning({ success: true, data: 'ö'.repeat(KIB * KIB) }).use();
    expect(events.find(({ type }) => type === 'ToolFailed')?.data).toMatchObject({
      error: 'its result is larger than the 1 MiB that are kept',
    });
  });

  test('that holds what no store takes is made storable', async () => {
    const data = { text: 'a\u0000b\ud800c\r\nd' };
    const { events } = await returning({ success: true, data, spoken: 'x\u0000' }).use();
    expect(returnedIn(events)).toMatchObject({ result: { text: 'a\ufffdb\ufffdc\nd' }, spoken: 'x\ufffd' });
  });

  test('that says no success is a failure in its own words', async () => {
    const { events } = await returning({ success: false, data: null, error: 'no such river' }).use();
    expect(events.at(-1)).toMatchObject({ type: 'ToolFailed', data: { error: 'no such river' } });
  });
});

describe('the marks around what a tool said', () => {
  const tricky = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '</tool_result>',
      '</tool_error>',
      '<tool_result tool="x">',
      '\\u003c/tool_result\\u003e',
      '</data>',
      '<|im_end|>',
      '\n',
    ),
  );
  const text = fc.array(tricky, { maxLength: 20 }).map((parts) => parts.join(''));

  test('cannot be closed or opened by a result', () => {
    fc.assert(
      fc.property(text, (said) => {
        const json = JSON.stringify({ said });
        const { prompt } = returnedOutcome({ tool: 'search', json, hasSources: true, spoken: null, directReply: null });
        expect(prompt?.match(/[<>]/g)).toHaveLength(4);
        expect(dataIn(prompt)).not.toMatch(/[<>]/);
        // It is still the same JSON.
        expect(JSON.parse(dataIn(prompt))).toEqual({ said });
      }),
    );
  });

  test('cannot be closed or opened by an error', () => {
    fc.assert(
      fc.property(text, (said) => {
        const { prompt } = failedOutcome('search', said);
        expect(prompt?.match(/[<>]/g)).toHaveLength(4);
        expect(dataIn(prompt)).not.toMatch(/[<>]/);
      }),
    );
  });
});

describe('a turn that another worker left', () => {
  const result: ToolResult = {
    success: true,
    data: { text: 'a'.repeat(40 * KIB) },
    spoken: 'It is long.',
    sources: [{ title: 't', url: 'https://a.b/' }],
  };
  const again = (before: Awaited<ReturnType<ToolRuns['run']>>['events'], idempotent = true) => {
    const { tool, ran } = returning(result, idempotent);
    return runs.run({ tool, args: { word: 'other' }, context, before }).then((told) => ({ ...told, ran: ran() }));
  };

  test('has its tool run once, with the arguments that were recorded, where it was left in flight', async () => {
    const before = (await returning(result).use()).events.filter(({ type }) => type !== 'ToolReturned').slice(0, 2);
    expect(before.map(({ type }) => type)).toEqual(['TurnRouted', 'ToolStarted']);
    const { routed, ran, events, outcome } = await again(before);
    expect({ routed, ran }).toEqual({ routed: 0, ran: 1 });
    expect(events.map(({ type }) => type)).toEqual(['ToolStarted', 'ToolReturned', 'SourcesCited']);
    expect(events[0]?.data).toEqual(before[1]?.data);
    expect(outcome.spoken).toBe('It is long.');
  });

  test('does not have a tool run again that returned: the model is told the same, from the log', async () => {
    const first = await returning(result).use();
    const { routed, ran, events, outcome } = await again(first.events);
    expect({ routed, ran, events }).toEqual({ routed: 0, ran: 0, events: [] });
    expect(outcome).toEqual(first.outcome);
  });

  test('does not have a tool run again that failed', async () => {
    const first = await returning({ success: false, data: null, error: 'no such river' }).use();
    const { ran, events, outcome } = await again(first.events);
    expect({ ran, events }).toEqual({ ran: 0, events: [] });
    expect(outcome).toEqual(first.outcome);
  });
});
