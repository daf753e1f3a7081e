import { describe, expect, test } from 'vitest';
import { TurnlogError } from '../../../server/errors.ts';
import { openChooseTool } from '../../../server/generation/routing/tier2.ts';
import type { Provider, ToolChoice, ToolRequest } from '../../../server/providers/provider.ts';
import { tools } from '../../../server/tools/index.ts';

const offered = tools.filter(({ id }) => id === 'weather' || id === 'search');
const history = Array.from({ length: 14 }, (_, n) => ({
  role: 'user' as const,
  content: `message ${n}`,
  attachments: [],
}));

const providerOf = (chooseTool?: Provider['chooseTool']): Provider => ({
  id: 'p',
  models: async () => [],
  async *generate() {},
  ...(chooseTool && { chooseTool }),
});
const ask = (chooseTool?: Provider['chooseTool'], signal = new AbortController().signal) =>
  openChooseTool(async () => ({ provider: providerOf(chooseTool), model: 'm' }))({
    tools: offered,
    message: 'is it raining in Rome',
    history,
    signal,
  });
const answering = (choice: ToolChoice | null) => ask(async () => choice);

test('sends definitions, the rules of each tool, ten messages and a low temperature', async () => {
  let sent: ToolRequest | undefined;
  await ask(async (request) => {
    sent = request;
    return null;
  });
  expect(sent?.tools).toEqual(offered.map(({ toolDefinition }) => toolDefinition));
  expect(sent?.options.temperature).toBe(0.1);
  const [system, ...rest] = sent?.messages ?? [];
  for (const { rule } of offered) expect(system?.content).toContain(rule);
  expect(rest.map(({ content }) => content)).toEqual([
    ...history.slice(4).map(({ content }) => content),
    'is it raining in Rome',
  ]);
});

test('gives the tool with arguments that its schema takes', async () => {
  const choice = await answering({ name: 'weather', arguments: { place: 'Rome' } });
  expect(choice).toMatchObject({ model: 'm', tool: { id: 'weather' }, args: { place: 'Rome' } });
});

test('none is an answer', async () => {
  expect(await answering(null)).toEqual({ model: 'm', none: 'm chose none', degraded: false });
});

describe('there is no tool, and why, where', () => {
  test('the model cannot call functions', async () => {
    expect(await ask()).toEqual({ model: 'm', none: 'm cannot call functions', degraded: true });
  });
  test('it names a function that is not offered', async () => {
    const choice = await answering({ name: 'calculator', arguments: { expression: '1+1' } });
    expect(choice).toMatchObject({ degraded: true, none: expect.stringContaining('not offered') });
  });
  test.each([{ query: 7 }, {}, 'rain', null])('its arguments are %j', async (malformed) => {
    const choice = await answering({ name: 'search', arguments: malformed });
    expect(choice).toMatchObject({
      degraded: true,
      none: expect.stringContaining('arguments that search does not take'),
    });
  });
  test('it fails, without a word of what it said', async () => {
    const choice = await ask(async () => {
      throw new TurnlogError('PROVIDER_FAILED', 'secret detail');
    });
    expect(choice).toEqual({ model: 'm', none: 'the model could not be asked', degraded: true });
  });
  test('it takes longer than 10 s', async () => {
    const choice = await ask(async () => {
      throw new DOMException('too slow', 'TimeoutError');
    });
    expect(choice).toMatchObject({ degraded: true, none: expect.stringContaining('10 s') });
  });
  test('there is no model', async () => {
    const choose = openChooseTool(async () => {
      throw new TurnlogError('VALIDATION', 'no such model');
    });
    const request = { tools: offered, message: 'hm', history: [], signal: new AbortController().signal };
    expect(await choose(request)).toMatchObject({ model: null, degraded: true });
  });
});

test('an aborted turn ends it', async () => {
  const stop = new AbortController();
  const asked = ask(async (_, signal) => {
    stop.abort(new Error('cancelled'));
    signal.throwIfAborted();
    return null;
  }, stop.signal);
  await expect(asked).rejects.toThrow('cancelled');
});
