import { execFileSync } from 'node:child_process';
import { get, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FakeModelServer } from '../../support/fake-model-server.ts';
import { startFakeOllama } from '../../support/fake-ollama.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { freshDatabase } from '../../support/sql.ts';

const TOKENS = 100_000;
const BYTES = 500;
/** Of readers that stop: a server that kept what each has not read would need three times what they may cost. */
const STALLED = 12;
const ALLOWED_MIB = 200;

let ollama: FakeModelServer;
let server: TestServer;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  ollama = await startFakeOllama();
  database = await freshDatabase();
  server = await startServer({ OLLAMA_URL: ollama.url, DATABASE_URL: database.url });
});
afterAll(async () => {
  await server.close();
  await ollama.close();
  await database.drop();
});

const memoryMiB = (): number => {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)], { encoding: 'utf8' })) / 1024;
};

const ask = (cookie: string, message: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const asking = request(
      `${server.url}/api/chat/stream`,
      { method: 'POST', headers: { 'content-type': 'application/json', cookie } },
      resolve,
    );
    asking.on('error', reject);
    asking.end(JSON.stringify({ message }));
  });

const read = (cookie: string, genId: string): Promise<IncomingMessage> =>
  new Promise((resolve) => get(`${server.url}/api/chat/stream/${genId}`, { headers: { cookie } }, resolve));

const count = async (stream: IncomingMessage, onText: (text: string) => void): Promise<void> => {
  stream.setEncoding('utf8');
  for await (const chunk of stream) onText(String(chunk));
};

test('a reader that stops for the length of 100,000 tokens costs no memory and misses nothing', async () => {
  const cookie = await server.login();
  const stalled = await ask(cookie, `tokens=${TOKENS} size=${BYTES} delay=0`);
  stalled.pause();
  const first: string = await new Promise((resolve) => stalled.once('readable', () => resolve(String(stalled.read()))));
  const { genId } = JSON.parse(/data: (.*)/.exec(first)?.[1] ?? '{}');
  const others = await Promise.all(
    Array.from({ length: STALLED - 1 }, async () => {
      const other = await read(cookie, genId);
      return other.pause();
    }),
  );
  const before = memoryMiB();
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, memoryMiB());
  }, 100);
  // Somebody who reads sees the turn's end.
  let tail = '';
  const reader = await read(cookie, genId);
  await count(reader, (text) => {
    tail = (tail + text).slice(-300);
  });
  expect(tail).toContain('event: done');
  clearInterval(watching);
  for (const other of others) other.destroy();

  let ids: number[] = [];
  let rest = first;
  await count(stalled, (text) => {
    rest += text;
    const whole = rest.lastIndexOf('\n\n') + 2;
    for (const [, id] of rest.slice(0, whole).matchAll(/event: token\nid: (\d+)/g)) ids.push(Number(id));
    rest = rest.slice(whole);
  });
  expect(ids).toHaveLength(TOKENS);
  ids = ids.map((id, index) => id - index);
  expect(new Set(ids).size).toBe(1);
  expect(most - before).toBeLessThan(ALLOWED_MIB);
}, 120_000);
