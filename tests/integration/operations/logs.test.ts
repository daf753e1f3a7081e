import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../server/log.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';

const WORDS = 'whatever-somebody-wrote';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, {}, createLog('info', { write: (line) => void lines.push(line) }));
});
afterAll(() => app.close());

const logged = () => lines.map((line): Record<string, unknown> => JSON.parse(line));
const lineOf = (id: string | null) => logged().find(({ requestId }) => requestId === id);

describe('the log', () => {
  it('tells of a request by its id, which the answer carries, with the route and what came of it', async () => {
    const response = await app.fetch('/api/chat/conversations/x?why=y');
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(lineOf(id)).toMatchObject({
      level: 'info',
      msg: 'request',
      method: 'GET',
      route: '/api/chat/conversations/:id',
      status: 404,
      ms: expect.any(Number),
    });
  });

  it('says nothing of what is asked for ever, but of a file that is missing', async () => {
    const of = async (path: string) => lineOf((await app.fetch(path)).headers.get('x-request-id'));
    expect(await of('/api/health')).toBeUndefined();
    expect(await of('/metrics')).toBeUndefined();
    expect(await of('/assets/none.js')).toMatchObject({ status: 404 });
    expect(await of('/api/me')).toMatchObject({ status: 200 });
  });

  it("keeps a proxy's id, and takes no words for one", async () => {
    const proxied = '0f8fad5bd9cb469fa16570867728950e';
    const kept = await app.fetch('/api/me', { headers: { 'x-request-id': proxied } });
    expect(kept.headers.get('x-request-id')).toBe(proxied);
    expect(lineOf(proxied)).toMatchObject({ route: '/api/me' });
    const spoken = await app.fetch('/api/me', { headers: { 'x-request-id': WORDS } });
    expect(spoken.headers.get('x-request-id')).not.toBe(WORDS);
  });

  it('names the turn that a request began, and the turn again where it ran', async () => {
    await (await app.post('/api/chat/stream', { message: 'Hello' })).text();
    const byRest = logged().find(({ route }) => route === '/api/chat/stream');
    expect(byRest?.turnId).toEqual(expect.any(String));
    await expect.poll(() => logged().filter(({ turnId }) => turnId === byRest?.turnId).length).toBeGreaterThan(1);
    const query = 'mutation { sendMessage(input: { message: "Hello" }) { turnId } }';
    const { data } = await (await app.post('/graphql', { query })).json();
    expect(
      logged().find(({ turnId, route }) => turnId === data.sendMessage.turnId && route === '/graphql'),
    ).toBeDefined();
  });

  it('repeats nothing that anybody wrote, whatever becomes of it', async () => {
    const { ollama } = app;
    const graphql = (query: string) => app.post('/graphql', { query, operationName: undefined });
    await (await app.post('/api/chat/stream', { message: WORDS, uiContext: WORDS })).text();
    ollama.reply({ tokens: [WORDS], ending: 'fail' });
    await (await app.post('/api/chat/stream', { message: WORDS })).text();
    await app.post(
      '/api/chat/stream',
      { message: WORDS, attachments: WORDS },
      { headers: { 'idempotency-key': WORDS } },
    );
    await app.post('/api/chat/stream', {}, { body: `{"message":"${WORDS}` });
    await app.fetch(`/api/chat/conversations/${WORDS}?q=${WORDS}`, {
      headers: { 'user-agent': WORDS, referer: WORDS },
    });
    await app.fetch(`/${WORDS}`);
    await app.post('/api/auth/local-login', { username: WORDS, password: WORDS });
    await graphql(`mutation ${WORDS.replaceAll('-', '_')} { createConversation(title: "${WORDS}") { id } }`);
    await graphql(`{ conversation(id: "${WORDS}") { id } }`);
    await graphql(`{ ${WORDS} }`);
    await graphql(`mutation { createApiToken(name: "${WORDS}") { token } }`);
    const text = lines.join('').toLowerCase();
    expect(text).toContain('"status":401');
    expect(text).not.toContain(WORDS);
    expect(text).not.toContain(WORDS.replaceAll('-', '_'));
    expect(text).not.toContain(app.cookie.toLowerCase());
  });
});
