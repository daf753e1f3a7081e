import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { openRaw } from '../../support/raw-http.ts';
import { collect, connect } from '../graphql/client.ts';

const viewer = { query: '{ viewer { id } }' };

/** Asks until it is refused; what the refusal says, and how many were answered before. */
const untilRefused = async (ask: () => Promise<Response>, most = 50) => {
  for (let answered = 0; answered < most; answered += 1) {
    const response = await ask();
    if (response.status === 429) return { answered, response };
    await response.arrayBuffer();
  }
  throw new Error(`${most} requests were answered`);
};

describe('a user who asks too often', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ RATE_LIMITS: 'user=10' });
  });
  afterAll(() => app.close());

  it('is told when to come again, at every door, and nobody else is', async () => {
    const { answered, response } = await untilRefused(() => app.fetch('/api/me'));
    expect(answered).toBe(10);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toEqual({ error: expect.stringContaining('too many requests') });

    const graphql = await app.post('/graphql', viewer);
    expect(graphql.status).toBe(429);
    expect(Number(graphql.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await graphql.json()).errors[0].extensions).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: expect.any(Number),
    });

    const socket = connect(`${app.url.replace('http', 'ws')}/graphql`, { headers: { cookie: app.cookie } });
    const closed = new Promise((resolve) => socket.on('closed', resolve));
    await expect(socket.iterate(viewer).next()).rejects.toBeDefined();
    expect(await closed).toMatchObject({ code: 4429 });

    for (const path of ['/api/chat/conversations', '/api/chat/stream/x'])
      expect([path, (await app.fetch(path)).status]).toEqual([path, 429]);
    expect((await fetch(`${app.url}/api/me`)).status).toBe(401);
    expect((await app.fetch('/api/health')).status).toBe(200);
  });
});

describe('a socket that asks too often', () => {
  it('has its operations refused', async () => {
    const app = await startTestApp({ RATE_LIMITS: 'user=5' });
    const socket = connect(`${app.url.replace('http', 'ws')}/graphql`, { headers: { cookie: app.cookie } });
    const ask = () =>
      collect(socket, viewer).then(
        () => 'answered',
        (errors: unknown) => errors,
      );
    const outcomes = await Promise.all(Array.from({ length: 6 }, ask));
    // Who connects is asked who he is: that counts, too.
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(4);
    const refusal = { extensions: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) } };
    expect(outcomes.filter((outcome) => outcome !== 'answered')).toMatchObject([[refusal], [refusal]]);
    await socket.dispose();
    await app.close();
  });
});

describe('an address that asks too often', () => {
  it('is refused whoever it says it is, by upgrade, too; but may ask whether the server lives', async () => {
    const app = await startTestApp({ RATE_LIMITS: 'address=8' });
    const { response } = await untilRefused(() => fetch(`${app.url}/api/me`));
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await app.post('/graphql', viewer)).status).toBe(429);
    expect((await app.fetch('/')).status).toBe(429);
    // Nobody behind a proxy is configured: what a client says of its address is not believed.
    expect((await fetch(`${app.url}/api/me`, { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(429);
    const raw = await openRaw(app.url);
    raw.write('GET /graphql HTTP/1.1\r\nhost: turnlog\r\nconnection: upgrade\r\nupgrade: websocket\r\n');
    raw.write('sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n');
    expect(await raw.closed()).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: \d+/);
    expect((await app.fetch('/api/health/live')).status).toBe(200);
    await app.close();
  });
});
