import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type OwnCluster, openOwnCluster } from '../../support/postgres.ts';
import { allFrames, type Frame, framesOf, textOf } from '../../support/sse-client.ts';
import { askFor, type Cluster, endsIn, startCluster, storyOf, textIn, wordsOf } from './fixture.ts';

const TURNS = 20;
const TOKENS = 100;

let postgres: OwnCluster;
let cluster: Cluster;
beforeAll(async () => {
  postgres = await openOwnCluster();
  cluster = await startCluster([{}], { QUEUE_LIMITS: `chat=${TURNS}` }, () => createDatabase(postgres.url));
});
afterAll(async () => {
  await cluster.close();
  await postgres.stop();
});

test(`Postgres is restarted in the middle of ${TURNS} turns, and all of them complete`, async () => {
  const url = cluster.servers[0]?.url ?? '';
  const headers = { cookie: cluster.cookie };
  const ask = () => askFor(url, cluster.cookie, `tokens=${TOKENS} delay=20`);
  const ids = await Promise.all(Array.from({ length: TURNS }, ask));
  const readers = await Promise.all(ids.map((id) => fetch(`${url}/api/chat/stream/${id}`, { headers })));
  const reading = readers.map(allFrames);
  await postgres.restart();
  for (const [n, frames] of (await Promise.all(reading)).entries()) {
    expect(frames.at(-1)?.event).toBe('done');
    expect(textOf(frames)).toBe(wordsOf(TOKENS));
    const story = await storyOf(cluster.store, ids[n] ?? '');
    expect(endsIn(story).map(({ event }) => event.type)).toEqual(['TurnCompleted']);
    expect(story.map(({ recorded }) => recorded.revision)).toEqual(story.map((_, revision) => revision));
  }
}, 120_000);

test('Postgres is away for longer than the lease: nobody sees what is not stored, and the turns go on when it is back', async () => {
  const url = cluster.servers[0]?.url ?? '';
  const headers = { cookie: cluster.cookie };
  const health = async () => {
    const response = await fetch(`${url}/api/health`);
    return [response.status, (await response.json()).status];
  };
  const before = cluster.ollama.exchanges.length;
  // Slow at first, and at once when it is asked to go on.
  for (let n = 0; n < 3; n += 1) cluster.ollama.reply({ tokens: TOKENS, delayMs: 60 });
  const ids = await Promise.all([1, 2, 3].map(() => askFor(url, cluster.cookie, `tokens=${TOKENS}`)));
  const seen = ids.map((): Frame[] => []);
  const reading = ids.map(async (id, n) => {
    const response = await fetch(`${url}/api/chat/stream/${id}`, { headers });
    for await (const frame of framesOf(response)) seen[n]?.push(frame);
  });
  const hasText = (frames: readonly Frame[]) => textOf(frames) !== '';
  await expect.poll(() => seen.every(hasText)).toBe(true);
  const generating = cluster.ollama.exchanges.slice(before);
  await postgres.halt();
  await expect.poll(health, { timeout: 10_000 }).toEqual([503, 'unavailable']);
  const shown = seen.map((frames) => textOf(frames));
  // Nobody holds the model for an answer that cannot be kept.
  await Promise.all(generating.map(({ closed }) => closed));
  expect(seen.map((frames) => textOf(frames))).toEqual(shown);
  expect(generating.every(({ sent }) => sent.length < TOKENS)).toBe(true);
  await postgres.start();
  await Promise.all(reading);
  await expect.poll(health, { timeout: 10_000 }).toEqual([200, 'ok']);

  for (const [n, id] of ids.entries()) {
    const story = await storyOf(cluster.store, id);
    const resumed = story.findIndex(({ event }) => event.type === 'TurnResumed');
    const kept = textIn(story.slice(0, resumed).map(({ event }) => ({ type: event.type, ...event.data })));
    expect(resumed).toBeGreaterThan(0);
    expect(kept.startsWith(shown[n] ?? '?')).toBe(true);
    expect(endsIn(story).map(({ event }) => event.type)).toEqual(['TurnCompleted']);
    expect(story.map(({ recorded }) => recorded.revision)).toEqual(story.map((_, revision) => revision));
    expect(textOf(seen[n] ?? [])).toBe(wordsOf(TOKENS));
    expect(seen[n]?.filter(({ event }) => event === 'done')).toHaveLength(1);
  }
}, 60_000);
