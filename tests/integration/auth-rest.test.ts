import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { afterEach, describe, expect, it } from 'vitest';
import { createUser } from '../../server/auth/users.ts';
import { createLog } from '../../server/log.ts';
import { authRoutes } from '../../server/rest/auth.ts';
import { answerErrors, answerNotFound } from '../../server/rest/errors.ts';
import { refuseForeign } from '../../server/rest/guards.ts';
import { ada, authFixture } from './auth-fixture.ts';

type Sent = { method?: string; body?: unknown; headers?: Record<string, string> };

describe('the authentication routes', () => {
  const { deps, open } = authFixture('pglite');
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  const serve = async (options: { appUrl?: string } = {}) => {
    const auth = await open();
    const app = new Hono();
    app.onError(answerErrors({ log: createLog('silent'), newId: uuidv7 }));
    app.notFound(answerNotFound);
    app.use(refuseForeign(options));
    app.route('/', authRoutes({ auth, maxBodyBytes: 1024, ...options }));
    const server = createAdaptorServer({ overrideGlobalObjects: false, fetch: app.fetch });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closers.push(() => server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const send = async (path: string, { method, body, headers }: Sent = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: { 'content-type': 'application/json', ...headers },
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    };
    const user = await createUser(deps(), ada);
    const login = (headers: Record<string, string> = {}, body: unknown = ada) =>
      send('/api/auth/local-login', { body, headers });
    const signIn = async () => {
      const answer = await login();
      return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    };
    return { auth, user, send, login, signIn, own: `http://localhost:${port}` };
  };

  it('signs in, tells who one is, and signs out', async () => {
    const { user, send, login } = await serve();
    const answer = await login();
    const { id } = user;
    expect(answer).toMatchObject({ status: 200, body: { ok: true, user: { id, username: 'Ada', isAdmin: false } } });
    const [cookie = '', ...attributes] = answer.headers.get('set-cookie')?.split('; ') ?? [];
    expect(cookie).toMatch(/^turnlog_session=[\w-]{43}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax']);

    const me = () => send('/api/me', { headers: { cookie } });
    expect(await me()).toMatchObject({ status: 200, body: { id, username: 'Ada', isAdmin: false, scopes: ['chat'] } });
    const out = await send('/api/auth/logout', { method: 'POST', headers: { cookie } });
    expect(out).toMatchObject({ status: 200, body: { ok: true } });
    expect(out.headers.get('set-cookie')).toMatch(/^turnlog_session=; .*Max-Age=0/);
    expect(await me()).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(await send('/api/auth/logout', { method: 'POST' })).toMatchObject({ status: 200 });
  });

  it('takes an API token for a session, and does not revoke it by logging out', async () => {
    const { auth, user, send } = await serve();
    const { token } = await auth.createApiToken({ userId: user.id, scopes: ['chat'] }, 'script');
    const headers = { authorization: `Bearer ${token}`, origin: 'null' };
    await send('/api/auth/logout', { method: 'POST', headers });
    expect(await send('/api/me', { headers })).toMatchObject({ status: 200, body: { username: 'Ada' } });
    expect(await send('/api/me', { headers: { authorization: 'Bearer tl_x' } })).toMatchObject({ status: 401 });
  });

  it('says the same of a wrong password and an unknown user', async () => {
    const { login } = await serve();
    const wrong = { status: 401, body: { error: 'wrong username or password' } };
    for (const username of ['Ada', 'nobody', 'a\u0000b', '\ud800']) {
      const answer = await login({}, { username, password: 'wrong' });
      expect(answer).toMatchObject(wrong);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  it('says what is wrong with a body', async () => {
    const { login } = await serve();
    expect(await login({}, 'not json')).toMatchObject({ status: 400, body: { error: 'the body is not JSON' } });
    expect(await login({}, {})).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/username: .*; password: /) },
    });
    expect(await login({}, { ...ada, username: '' })).toMatchObject({ status: 400 });
    const large = await login({}, { ...ada, password: 'x'.repeat(2000) });
    expect(large).toMatchObject({ status: 413, body: { error: 'the body is larger than 1024 bytes' } });
  });

  it("refuses other sites' pages", async () => {
    const { send, login, signIn, own } = await serve();
    const cookie = await signIn();
    const refused = { status: 403, body: { error: 'this request comes from another site' } };
    const foreign = [{ origin: 'http://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of foreign) {
      expect(await login(headers)).toMatchObject(refused);
      expect(await send('/api/me', { headers: { ...headers, cookie } })).toMatchObject(refused);
      expect(await send('/%61pi/me', { headers: { ...headers, cookie } })).toMatchObject(refused);
      expect(await send('/api/auth/logout', { method: 'POST', headers: { ...headers, cookie } })).toMatchObject(
        refused,
      );
    }
    expect(await login({ origin: own })).toMatchObject({ status: 200 });
    expect(await send('/api/me', { headers: { cookie, origin: own } })).toMatchObject({ status: 200 });
  });

  it.each([
    [{ appUrl: 'https://turnlog.example' }, {}],
    [{}, { 'x-forwarded-proto': 'https' }],
  ])('keeps the cookie to https where people come by it: %j %j', async (options, headers) => {
    const { login } = await serve(options);
    expect((await login(headers)).headers.get('set-cookie')).toMatch(/; Secure(;|$)/);
  });

  it('stops guessing, by address', async () => {
    const { login } = await serve({ appUrl: 'https://turnlog.example' });
    const guess = (from: string) => login({ 'x-forwarded-for': `1.1.1.1, ${from}` }, { ...ada, password: 'wrong' });
    const guesses = await Promise.all(Array.from({ length: 10 }, () => guess('203.0.113.9')));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
    const stopped = await login({ 'x-forwarded-for': '203.0.113.9' });
    expect(stopped).toMatchObject({ status: 429, body: { error: expect.stringContaining('too many') } });
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await login({ 'x-forwarded-for': '203.0.113.10' })).toMatchObject({ status: 200 });
  });
});
