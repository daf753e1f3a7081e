import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { listen } from '../../support/listen.ts';
import { type Person, startAppWithPeople } from '../../support/people.ts';
import { allFrames } from '../../support/sse-client.ts';

/** Of a size that no event holds. */
const picture = randomBytes(1024 * 1024);
let images: Awaited<ReturnType<typeof listen>>;
let house: Awaited<ReturnType<typeof startAppWithPeople>>;
let [alice, bob]: Person[] = [];
beforeAll(async () => {
  images = await listen((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: [{ b64_json: picture.toString('base64') }] }));
  });
  house = await startAppWithPeople({ TOOL_SOURCES: `images=${images.url}` });
  [alice, bob] = [await house.signIn('alice'), await house.signIn('bob')];
});
afterAll(async () => {
  await house.close();
  await images.close();
});

const block = z.object({ type: z.literal('image'), url: z.string() });

test('a large picture is kept beside the turn, for its owner alone', async () => {
  const asked = await alice?.sendJson('POST', '/api/chat/stream', { message: 'Draw me a picture of a fox' });
  if (!asked || !alice || !bob) throw new Error('nobody asked');
  const frames = await allFrames(asked);
  expect(frames.at(-1)?.event).toBe('done');
  expect(frames.filter(({ event }) => event === 'tool_error' || event === 'offline')).toEqual([]);
  expect(frames.map(({ event }) => event)).toContain('block');
  const { url } = block.parse(JSON.parse(frames.find(({ event }) => event === 'block')?.data ?? ''));
  expect(url).toMatch(/^\/api\/chat\/stream\/[0-9a-f-]{36}\/blobs\/[0-9a-f]{64}$/);

  const shown = await alice.send(url);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await shown.arrayBuffer()).equals(picture)).toBe(true);

  const unknown = url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  for (const refused of [bob.send(url), alice.send(unknown), alice.send(`${url}0`)]) {
    expect((await refused).status).toBe(404);
  }
  expect((await fetch(`${house.app.url}${url}`)).status).toBe(401);
});
