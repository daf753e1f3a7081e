import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { FakeModelServer } from '../../support/fake-model-server.ts';
import { startFakeOllama } from '../../support/fake-ollama.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { homeAssistantDone } from '../../support/sources/home-assistant.ts';
import { type Sources, silence, startSources } from '../../support/sources/replay.ts';
import { searxng } from '../../support/sources/searxng.ts';
import { theMealDb } from '../../support/sources/the-meal-db.ts';
import { allFrames } from '../../support/sse-client.ts';
import { askFor } from '../takeover/fixture.ts';

let sources: Sources;
let ollama: FakeModelServer;
let server: TestServer;
beforeAll(async () => {
  sources = await startSources();
  ollama = await startFakeOllama();
  server = await startServer({
    OLLAMA_URL: ollama.url,
    LEASE_MS: '1000',
    QUEUE_LIMITS: 'chat=3',
    TOOL_SOURCES: Object.entries(sources.urls)
      .map(([name, url]) => `${name}=${url}`)
      .join(','),
    TOOL_KEYS: 'homeAssistant=key',
  });
});
afterAll(async () => {
  await server.close();
  await ollama.close();
  await sources.close();
});

const PATHS = { search: '/search', device: '/api/conversation/process', recipe: '/api/json/v1/1/search.php' };

const promptSchema = z.object({ messages: z.array(z.object({ content: z.string() })) });
/** What a prompt tells of the recipe that was looked up. */
const recipeIn = (body: unknown): unknown => {
  const [system] = promptSchema.parse(body).messages;
  const json = /<tool_result tool="recipes">\n(.*)\n<\/tool_result>/.exec(system?.content ?? '')?.[1];
  return json === undefined ? undefined : JSON.parse(json);
};

test('a worker that dies leaves no tool that runs twice, unless that is harmless', async () => {
  const cookie = await server.login();
  const ask = (message: string) => askFor(server.url, cookie, message);
  const follow = async (turnId: string) => {
    const frames = await allFrames(await fetch(`${server.url}/api/chat/stream/${turnId}`, { headers: { cookie } }));
    return { of: (name: string) => frames.filter(({ event }) => event === name).map(({ data }) => data) };
  };
  const asked = (path: string) => sources.asked().filter((each) => each.path === path).length;

  // One tool has returned, and the model is silent; of two others no answer has come.
  sources.replay({ ...theMealDb, [PATHS.search]: silence, [PATHS.device]: silence });
  ollama.reply({ ending: 'stall', tokens: 0 });
  const recipe = await ask('find a recipe for penne');
  await ollama.exchange(0);
  const search = await ask('what is the longest river?');
  const device = await ask('turn on the lights in the kitchen');
  await vi.waitFor(() => expect([asked(PATHS.search), asked(PATHS.device), asked(PATHS.recipe)]).toEqual([1, 1, 1]), {
    timeout: 20_000,
  });
  await server.kill('SIGKILL');
  sources.replay({ ...theMealDb, ...searxng, ...homeAssistantDone });
  await server.start();

  const searched = await follow(search);
  expect(asked(PATHS.search)).toBe(1);
  expect(searched.of('block')).toHaveLength(1);
  expect(searched.of('done')).toHaveLength(1);

  const switched = await follow(device);
  expect(asked(PATHS.device)).toBe(0);
  expect(switched.of('error').map((data) => JSON.parse(data))).toEqual([
    'interrupted while the tool homeAssistant was running',
  ]);

  const cooked = await follow(recipe);
  expect(asked(PATHS.recipe)).toBe(0);
  expect(cooked.of('tool_data')).toHaveLength(1);
  expect(cooked.of('block')).toHaveLength(1);
  expect(cooked.of('done')).toHaveLength(1);
  // The model is told the same of it both times, by the log the second time.
  const told = ollama.exchanges.flatMap(({ body }) => recipeIn(body) ?? []);
  expect(told).toHaveLength(2);
  expect(told[1]).toEqual(told[0]);
});
