import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRaw } from '../../support/raw-http.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { framesOf } from '../../support/sse-client.ts';

const GONE_WITHIN_MS = 10_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('SIGTERM: who asks from then on is told to come again, and the process is gone while a turn runs', async () => {
  const cookie = await server.login();
  const headers = { cookie, 'content-type': 'application/json' };
  const body = JSON.stringify({ message: '/script tokens=2000 delay=50' });
  const running = framesOf(await fetch(`${server.url}/api/chat/stream`, { method: 'POST', headers, body }));
  while ((await running.next()).value?.event !== 'token');

  // Its headers are in before the signal, so that its connection is not an idle one.
  const late = await openRaw(server.url);
  late.write(
    `POST /api/chat/stream HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n` +
      `Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  await fetch(`${server.url}/api/health`);
  const began = performance.now();
  const gone = server.kill('SIGTERM');
  while (!server.logs().includes('"stopping"')) await sleep(5);
  late.write(body.slice(10));
  const answer = await late.closed();
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toMatch(/^retry-after: \d+\r$/im);
  expect(answer).toContain('the server is stopping');
  await gone;
  expect(performance.now() - began).toBeLessThan(GONE_WITHIN_MS);
  for (let next = await running.next().catch(() => ({ done: true })); !next.done; ) {
    next = await running.next().catch(() => ({ done: true }));
  }
}, 60_000);
