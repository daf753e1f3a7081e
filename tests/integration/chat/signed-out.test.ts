import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { allFrames, type Frame, framesOf, textOf } from '../../support/sse-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const newToken = async (): Promise<string> => {
  const query = 'mutation { createApiToken(name: "reader") { token } }';
  const { data } = await (await app.post('/graphql', { query })).json();
  return data.createApiToken.token;
};

test('a stream breaks off when its reader signs out; the turn goes on, and others of his read it to its end', async () => {
  const authorization = `Bearer ${await newToken()}`;
  const response = await app.post('/api/chat/stream', { message: 'tokens=40 delay=20' });
  const seen: Frame[] = [];
  const reading = (async () => {
    for await (const frame of framesOf(response)) seen.push(frame);
  })();
  await expect.poll(() => textOf(seen)).not.toBe('');
  await app.post('/api/auth/logout', {});
  await expect(reading).rejects.toThrow('terminated');
  expect(seen.map(({ event }) => event)).not.toContain('done');

  const { genId } = JSON.parse(seen[0]?.data ?? '{}');
  const again = await fetch(`${app.url}/api/chat/stream/${genId}`, { headers: { authorization } });
  const frames = await allFrames(again);
  expect(frames.slice(0, seen.length)).toEqual(seen);
  expect(frames.at(-1)?.event).toBe('done');
  expect(frames.filter(({ event }) => event === 'token')).toHaveLength(40);
});
