import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { freshDatabase } from '../../support/sql.ts';
import { allFrames } from '../../support/sse-client.ts';

let app: TestApp;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
  app = await startTestApp({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const graphql = async (query: string) => (await (await app.post('/graphql', { query })).json()).data;
const create = async (args: string): Promise<string> =>
  (await graphql(`mutation { createProject(${args}) { id } }`)).createProject.id;
const say = async (body: object): Promise<{ conversationId: string; genId: string }> => {
  const frames = await allFrames(await app.post('/api/chat/stream', body));
  return JSON.parse(frames[0]?.data ?? '{}');
};
const list = async (projectId = ''): Promise<{ id: string; projectId: string | null }[]> =>
  (await app.fetch(`/api/chat/conversations?projectId=${projectId}`)).json();

const asked = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });
const lastPrompt = () => asked.parse(app.ollama.exchanges.at(-1)?.body).messages[0]?.content ?? '';
const partsOf = async (turnId: string): Promise<{ name: string }[]> => {
  const response = await app.fetch(
    `/graphql?${new URLSearchParams({
      query: `subscription { turnEvents(turnId: "${turnId}") { ... on ContextAssembled { parts } } }`,
    })}`,
    { headers: { accept: 'text/event-stream' } },
  );
  const frames = (await response.text()).match(/"parts":(\[.*?\])/)?.[1] ?? '[]';
  return JSON.parse(frames);
};

test('a conversation opened with projectId is filed there, and the list can be asked for it', async () => {
  const projectId = await create('name: "Trip"');
  const { conversationId } = await say({ message: 'tokens=1', projectId });
  const other = await say({ message: 'tokens=1', projectId: null });
  expect(await list(projectId)).toMatchObject([{ id: conversationId, projectId }]);
  expect((await list()).map(({ id }) => id)).toEqual([other.conversationId, conversationId]);
  expect(await list('nonsense')).toEqual([]);
  await say({ message: 'tokens=1', conversationId: other.conversationId, projectId });
  expect(await list(projectId)).toHaveLength(1);
});

test('a project that is not the caller’s is a 404, and nothing was begun', async () => {
  const before = await list();
  for (const projectId of ['nonsense', '01890000-0000-7000-8000-000000000000']) {
    const response = await app.post('/api/chat/stream', { message: 'Hello?', projectId });
    expect([response.status, await response.json()]).toEqual([404, { error: 'not found' }]);
  }
  expect(await list()).toEqual(before);
});

test('its instructions are a part of the system prompt of their own, recorded, as they are when the turn runs', async () => {
  const projectId = await create('name: "Verse", instructions: "Answer in verse."');
  const { conversationId, genId } = await say({ message: 'tokens=1', projectId });
  expect(lastPrompt()).toMatch(/\n\nInstructions for the project “Verse”:\nAnswer in verse\.$/);
  expect((await partsOf(genId)).map(({ name }) => name)).toEqual(['date', 'project', 'history', 'question']);
  await graphql(`mutation { changeProject(id: "${projectId}", instructions: "Answer in prose.") { id } }`);
  await say({ message: 'tokens=1', conversationId });
  expect(lastPrompt()).toMatch(/Answer in prose\.$/);
  await graphql(`mutation { deleteProject(id: "${projectId}") }`);
  const { genId: last } = await say({ message: 'tokens=1', conversationId });
  expect(lastPrompt()).not.toContain('Instructions');
  expect((await partsOf(last)).map(({ name }) => name)).toEqual(['date', 'history', 'question']);
});
