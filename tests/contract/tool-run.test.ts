import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../server/tools/index.ts';
import { sourceNames } from '../../server/tools/sources.ts';
import type { Tool, ToolContext } from '../../server/tools/tool.ts';
import { toolContext } from '../support/tool-context.ts';
import { openToolRuns, type ToolRuns } from '../support/tool-run.ts';
import { toolArguments } from './tool-arguments.ts';

let runs: ToolRuns;
beforeAll(async () => {
  runs = await openToolRuns();
});
afterAll(() => runs.close());

const everySource = {
  urls: Object.fromEntries(sourceNames.map((name) => [name, 'http://127.0.0.1:9'])),
  keys: Object.fromEntries(sourceNames.map((name) => [name, 'key'])),
};
/** What a tool is given, and whether it asked the network for anything. */
const given = (answer: () => Promise<string>) => {
  let asked = 0;
  let limit: AbortSignal | undefined;
  const ask = () => {
    asked += 1;
    return answer();
  };
  return {
    asked: () => asked,
    limit: () => limit,
    context: (signal: AbortSignal): ToolContext => {
      limit = signal;
      return { ...toolContext(everySource, signal), fetch: ask, drawImage: ask };
    },
  };
};
const never = () => new Promise<never>(() => undefined);
const noNetwork = () => Promise.reject(new Error('there is no network'));

describe.each(tools.map((tool): [string, Tool] => [tool.id, tool]))('%s, run by a turn', (id, tool) => {
  const args = toolArguments[id];
  const started = { type: 'ToolStarted', data: { tool: id, arguments: args } };

  test('in offline mode', async () => {
    const { context, asked } = given(noNetwork);
    const { outcome, events, frames } = await runs.run({ tool, args, context, offline: true });
    expect(asked()).toBe(0);
    if (tool.offline) {
      expect(events).toMatchObject([{ type: 'TurnRouted' }, started, { type: 'ToolReturned' }, ...blocksOf(events)]);
      expect(outcome.spoken ?? outcome.directReply).toMatch(/\S/);
      return;
    }
    expect(events).toMatchObject([{ type: 'TurnRouted' }, { type: 'ToolSkippedOffline', data: { tool: id } }]);
    expect(frames.at(-1)).toMatch(new RegExp(`^event: offline\nid: 4\ndata: ${JSON.stringify({ tool: id })}\n\n$`));
    const sentence = `The tool ${id} needs the internet, and offline mode is on.`;
    expect(outcome).toEqual({ prompt: expect.stringContaining(sentence), spoken: sentence, directReply: null });
  });

  test('when it fails', async () => {
    const { context } = given(noNetwork);
    // What works without a network fails for another reason.
    const failing: Tool = tool.offline ? { ...tool, run: noNetwork } : tool;
    const { outcome, events, frames } = await runs.run({ tool: failing, args, context });
    const error = 'there is no network';
    expect(events).toMatchObject([{ type: 'TurnRouted' }, started, { type: 'ToolFailed', data: { tool: id, error } }]);
    expect(frames.at(-1)).toBe(`event: tool_error\nid: 5\ndata: ${JSON.stringify({ tool: id, error })}\n\n`);
    expect(outcome.prompt).toMatch(/<tool_error>\nthere is no network\n<\/tool_error>\nAcknowledge that briefly/);
    expect(outcome.spoken).toBe(`The tool ${id} could not answer: ${error}.`);
    expect(outcome.directReply).toBeNull();
  });

  test('when it takes too long', async () => {
    const { context, limit } = given(never);
    const slow: Tool = { ...tool, timeoutMs: 10, run: tool.offline ? never : tool.run };
    const { outcome, events, frames } = await runs.run({ tool: slow, args, context });
    const error = 'it took longer than 0.01 s';
    expect(events.at(-1)).toMatchObject({ type: 'ToolFailed', data: { tool: id, error } });
    expect(frames.at(-1)).toMatch(/^event: tool_error\n/);
    expect(outcome.prompt).toContain(error);
    if (!tool.offline) expect(limit()?.aborted).toBe(true);
  });

  test('when the turn is stopped: nothing is recorded of its end, for whoever goes on', async () => {
    const stop = new AbortController();
    const { context } = given(never);
    const stopped: Tool = {
      ...tool,
      run: () => {
        stop.abort(new Error('cancelled'));
        return never();
      },
    };
    await expect(runs.run({ tool: stopped, args, context, signal: stop.signal })).rejects.toThrow('cancelled');
  });
});

const blocksOf = (events: readonly { type: string }[]) => events.filter(({ type }) => type === 'BlockEmitted');
