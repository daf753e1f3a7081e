import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FakeModelServer } from '../../support/fake-model-server.ts';
import { startFakeOllama } from '../../support/fake-ollama.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { freshDatabase } from '../../support/sql.ts';
import { allFrames, type Frame, framesOf, textOf } from '../../support/sse-client.ts';

let ollama: FakeModelServer;
let server: TestServer;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  ollama = await startFakeOllama();
  database = await freshDatabase();
  server = await startServer({
    OLLAMA_URL: ollama.url,
    DATABASE_URL: database.url,
    QUEUE_LIMITS: 'chat=1',
    LEASE_MS: '1500',
  });
});
afterAll(async () => {
  await server.close();
  await ollama.close();
  await database.drop();
});

const ask = (cookie: string, message: string) =>
  fetch(`${server.url}/api/chat/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ message }),
  });

/** Reads until the connection breaks or the stream ends. */
const readOn = async (frames: AsyncGenerator<Frame>, seen: Frame[]): Promise<void> => {
  try {
    for await (const frame of frames) seen.push(frame);
  } catch {
    // The server was killed.
  }
};

test('after kill -9 the next start writes on where the running turn stopped, and the waiting one runs', async () => {
  const cookie = await server.login();
  const seen: Frame[] = [];
  const reading = readOn(framesOf(await ask(cookie, 'tokens=400 delay=5')), seen);
  while (seen.filter(({ event }) => event === 'token').length < 30) await sleep(5);
  const waiting = framesOf(await ask(cookie, 'tokens=3'));
  const first = await waiting.next();
  const { genId } = JSON.parse(first.done ? '{}' : first.value.data);
  await server.kill('SIGKILL');
  await reading;
  await readOn(waiting, []);

  await server.start();
  const again = await server.login();
  const get = (path: string) => fetch(`${server.url}${path}`, { headers: { cookie: again } });
  const running = JSON.parse(seen[0]?.data ?? '{}');
  const frames = await allFrames(await get(`/api/chat/stream/${running.genId}`));
  expect(frames.at(-1)?.event).toBe('done');
  expect(frames.slice(0, seen.length)).toEqual(seen);
  const ids = frames.map(({ id }) => Number(id));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  const whole = Array.from({ length: 400 }, (_, n) => `word${n} `).join('');
  expect(textOf(frames)).toBe(whole);
  const { messages } = await (await get(`/api/chat/conversations/${running.conversationId}`)).json();
  expect(messages[1]).toMatchObject({ content: whole, interrupted: false });
  expect((await allFrames(await get(`/api/chat/stream/${genId}`))).at(-1)?.event).toBe('done');
});
