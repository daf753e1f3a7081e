import { describe, expect, test } from 'vitest';
import { TurnlogError } from '../../server/errors.ts';
import { tools } from '../../server/tools/index.ts';
import { openSources } from '../../server/tools/sources.ts';
import type { Tool, ToolContext } from '../../server/tools/tool.ts';
import { toolArguments } from './tool-arguments.ts';

const NAMES =
  'weather search calculator unit_conversion jokes news recipes dictionary youtube tvshows datetime moonphase image_gen medical whereToWatch holidays homeInventory onthisday localEvents localNews contentRating sports homeAssistant';

const noNetwork: ToolContext['fetch'] = async () => {
  throw new TurnlogError('PROVIDER_FAILED', 'there is no network');
};

const context = (): ToolContext => ({
  userId: 'user',
  now: new Date('2026-03-10T12:00:00Z'),
  timeZone: 'Europe/Berlin',
  random: () => 0.5,
  fetch: noNetwork,
  sources: openSources({
    urls: { homeAssistant: 'http://h', images: 'http://i' },
    keys: { youtube: 'k', omdb: 'k', ticketmaster: 'k', homeAssistant: 'k' },
  }),
  inventory: { list: async () => [], put: async () => undefined, remove: async () => false },
  askModel: async () => {
    throw new TurnlogError('PROVIDER_FAILED', 'there is no model');
  },
  drawImage: async () => {
    throw new TurnlogError('PROVIDER_FAILED', 'there is no network');
  },
  signal: new AbortController().signal,
});

test('the registry holds the tools that are promised, each once', () => {
  expect(tools.map(({ id }) => id)).toEqual(NAMES.split(' '));
});

describe.each(tools.map((tool): [string, Tool] => [tool.id, tool]))('%s', (id, tool) => {
  test('describes itself to the router and to a model', () => {
    expect(tool.examples.length).toBeGreaterThanOrEqual(5);
    expect(new Set(tool.examples).size).toBe(tool.examples.length);
    expect(tool.toolDefinition.function).toMatchObject({ name: id, parameters: { type: 'object' } });
    expect(tool.rule).toContain(id);
    expect(tool.dataSources).not.toEqual([]);
    expect(tool.timeoutMs).toBeGreaterThan(0);
  });

  test('refuses arguments that its schema does not take, before it does anything', async () => {
    await expect(tool.run('nonsense', context())).rejects.toMatchObject({ code: 'VALIDATION' });
  });

  test('answers without a network, or fails in words that can be shown', async () => {
    const running = tool.run(toolArguments[id], context());
    if (!tool.offline) return expect(running).rejects.toMatchObject({ code: 'PROVIDER_FAILED' });
    const result = await running;
    expect(result).toMatchObject({ success: true });
    expect(result.spoken).toMatch(/\S/);
  });

  test('reads arguments off a message that its schema takes, or none', () => {
    for (const example of [...tool.examples, 'hello', '', '¿qué?', 'a'.repeat(2_000)]) {
      const args = tool.fromMessage(example, context());
      if (args !== null) expect(tool.parameters.safeParse(args).success).toBe(true);
    }
  });
});
