import { afterAll, beforeAll, expect, test } from 'vitest';
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

const open = async (message: string): Promise<string> => {
  const frames = await allFrames(await app.post('/api/chat/stream', { message }));
  return JSON.parse(frames[0]?.data ?? '{}').conversationId;
};
const list = async (): Promise<Record<string, unknown>[]> => (await app.fetch('/api/chat/conversations')).json();
const patch = (id: string, body: unknown) =>
  app.fetch(`/api/chat/conversations/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('the list has the pinned first, then the newest, each with the contract’s fields', async () => {
  const [one, two, three] = [await open('one tokens=2'), await open('two tokens=2'), await open('three tokens=2')];
  expect((await list()).map(({ id }) => id)).toEqual([three, two, one]);
  expect(await (await patch(one, { title: null, pinned: true })).json()).toEqual({ ok: true });
  const rows = await list();
  expect(rows.map(({ id }) => id)).toEqual([one, three, two]);
  expect(rows[0]).toEqual({
    id: one,
    title: 'one tokens=2',
    pinned: true,
    projectId: null,
    characterId: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    preview: expect.any(String),
  });
  expect(await (await app.fetch('/api/chat/conversations?projectId=none')).json()).toEqual([]);
});

test('a rename is seen at once; a deletion takes the conversation and its messages', async () => {
  const id = await open('rename me tokens=1');
  expect(await (await patch(id, { title: 'A better name' })).json()).toEqual({ ok: true });
  expect(await (await app.fetch(`/api/chat/conversations/${id}`)).json()).toMatchObject({
    title: 'A better name',
    messages: [{ role: 'user' }, { role: 'assistant', blocks: [], sources: [] }],
  });
  const gone = await app.fetch(`/api/chat/conversations/${id}`, { method: 'DELETE' });
  expect(await gone.json()).toEqual({ ok: true });
  expect((await app.fetch(`/api/chat/conversations/${id}`)).status).toBe(404);
  expect((await list()).map((row) => row.id)).not.toContain(id);
});

test.each([
  {},
  { title: null, pinned: null },
  { title: '' },
  { title: '   ' },
  { title: 'x'.repeat(201) },
  { pinned: 'yes' },
])('a patch of %j is refused and changes nothing', async (body) => {
  const id = await open('keep me tokens=1');
  const response = await patch(id, body);
  expect([response.status, await response.json()]).toEqual([400, { error: expect.any(String) }]);
  expect((await list()).find((row) => row.id === id)?.title).toBe('keep me tokens=1');
});

test.each(['nonsense', '01890000-0000-7000-8000-000000000000'])(
  'somebody else’s, a missing and a malformed id get one answer: %s',
  async (id) => {
    for (const response of [
      await app.fetch(`/api/chat/conversations/${id}`),
      await patch(id, { pinned: true }),
      await app.fetch(`/api/chat/conversations/${id}`, { method: 'DELETE' }),
      await app.post(`/api/chat/stream/${id}/cancel`, {}),
    ]) {
      expect([response.status, await response.json()]).toEqual([404, { error: 'not found' }]);
    }
  },
);

test('a body over the limit is 413, one that is no JSON 400', async () => {
  expect((await app.post('/api/chat/stream', { message: 'x'.repeat(2_000_000) })).status).toBe(413);
  const broken = await app.fetch('/api/chat/stream', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"message":',
  });
  expect([broken.status, await broken.json()]).toEqual([400, { error: 'the body is not JSON' }]);
});
