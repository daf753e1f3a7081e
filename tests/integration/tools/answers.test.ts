import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { allFrames } from '../../support/sse-client.ts';

let app: TestApp;
beforeAll(async () => {
  // No language model, no embedding server, no network: as at a first start.
  app = await startTestApp({ OLLAMA_URL: 'http://127.0.0.1:9', OFFLINE: '1' });
});
afterAll(() => app.close());

const ask = async (message: string) => {
  const frames = await allFrames(await app.post('/api/chat/stream', { message, clientTz: 'Europe/Berlin' }));
  const of = (name: string) => frames.filter(({ event }) => event === name).map(({ data }) => data);
  const json = (name: string) => of(name).map((data) => JSON.parse(data));
  return {
    frames,
    text: of('token').join(''),
    tools: json('routing').map(({ tool }) => tool),
    blocks: json('block'),
    json,
  };
};

describe('with no model and no network', () => {
  test.each([
    ['What is 17 * 23?', 'calculator', { type: 'value', result: '391' }, '391'],
    ['convert 5 miles to km', 'unit_conversion', { type: 'value', result: '8.04672 km' }, '8.04672'],
    ['define serendipity', 'dictionary', { type: 'definition', word: 'serendipity' }, 'good luck'],
    ['How many days until Christmas?', 'datetime', { type: 'value' }, 'until'],
    ["What's the date today?", 'datetime', { type: 'value' }, 'Today'],
    ['What phase is the moon in tonight?', 'moonphase', { type: 'moon_phase' }, 'moon'],
    ['When is Easter in Germany?', 'holidays', { type: 'table' }, 'Easter'],
    ['Tell me a joke', 'jokes', { type: 'text' }, ''],
  ])('%s', async (message, tool, block, said) => {
    const answered = await ask(message);
    expect(answered.tools).toEqual([tool]);
    expect(answered.blocks).toMatchObject([block]);
    expect(answered.text).toContain(said);
    expect(answered.frames.at(-1)?.event).toBe('done');
  });

  test('keeps things at home in the log', async () => {
    await ask('add 3 batteries to the garage');
    const { text, tools } = await ask('where are the batteries?');
    expect(tools).toEqual(['homeInventory']);
    expect(text).toContain('3 × batteries in garage');
  });

  test('says so where a tool needs the network', async () => {
    const { json, text, blocks } = await ask('how is the weather in Paris today?');
    expect(json('offline')).toEqual([{ tool: 'weather' }]);
    expect(text).toContain('offline mode is on');
    expect(blocks).toEqual([]);
  });

  test('says that the embedded embedder serves', async () => {
    const health = await (await app.fetch('/api/health')).json();
    expect(health.router).toEqual({ embedder: 'embedded-wordnet', embedded: true });
  });

  test.each(['hello!', 'I had a rough day at work and want to talk about it', 'tokens=20 delay=5'])(
    'leaves "%s" to the conversation',
    async (message) => {
      const { tools, frames } = await ask(message);
      expect(tools).toEqual([]);
      expect(frames.at(-1)?.event).toBe('done');
    },
  );
});
