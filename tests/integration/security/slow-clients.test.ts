import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { openRaw } from '../../support/raw-http.ts';

const TIMEOUT_MS = 800;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ REQUEST_TIMEOUT_MS: String(TIMEOUT_MS), MAX_BODY_BYTES: '2000' });
});
afterAll(() => app.close());

const head = (path: string, ...more: string[]) =>
  [`POST ${path} HTTP/1.1`, 'host: turnlog', `cookie: ${app.cookie}`, 'content-type: application/json', ...more].join(
    '\r\n',
  );

describe('a client that sends slowly', () => {
  it('is left where its headers never end', async () => {
    const raw = await openRaw(app.url);
    raw.write('GET /api/health HTTP/1.1\r\nhost: turnlog\r\nx-slow: ');
    const dripping = setInterval(() => raw.write('x'), 20);
    expect(await raw.closed()).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(dripping);
  });

  it('is left where its body never ends', async () => {
    const raw = await openRaw(app.url);
    raw.write(`${head('/api/chat/stream', 'content-length: 1000')}\r\n\r\n{"message":"`);
    const dripping = setInterval(() => raw.write('x'), 20);
    expect(await raw.closed()).toMatch(/^(HTTP\/1\.1 408 |$)/);
    clearInterval(dripping);
  });

  it('says nothing to an upgrade that never ends', async () => {
    const raw = await openRaw(app.url);
    raw.write('GET /graphql HTTP/1.1\r\nhost: turnlog\r\nconnection: upgrade\r\nupgrade: websocket\r\n');
    expect(await raw.closed()).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('an answer', () => {
  it('may take longer than a request', async () => {
    const tokens = Array.from({ length: 10 }, (_, index) => `t${index} `);
    app.ollama.reply({ tokens, delayMs: TIMEOUT_MS / 4 });
    const begun = performance.now();
    const stream = await (await app.post('/api/chat/stream', { message: 'Take your time' })).text();
    expect(stream).toContain('event: done');
    expect(performance.now() - begun).toBeGreaterThan(TIMEOUT_MS);
  });
});

describe('a request that is too large', () => {
  it('is refused for its headers', async () => {
    const raw = await openRaw(app.url);
    raw.write(`GET /api/health HTTP/1.1\r\nhost: turnlog\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(await raw.closed()).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('is refused for its body, whether or not it tells its length', async () => {
    const body = JSON.stringify({
      message: 'x'.repeat(3_000),
      username: 'x',
      password: 'x',
      query: '{ viewer { id } }',
    });
    for (const path of ['/api/chat/stream', '/api/auth/local-login', '/graphql']) {
      expect([path, (await app.post(path, {}, { body })).status]).toEqual([path, 413]);
      const raw = await openRaw(app.url);
      const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      raw.write(`${head(path, 'transfer-encoding: chunked', 'connection: close')}\r\n\r\n${chunk}`);
      expect([path, (await raw.closed()).slice(0, 13)]).toEqual([path, 'HTTP/1.1 413 ']);
    }
  });
});
