import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFrames, textOf } from '../../support/sse-client.ts';
import {
  askFor,
  type Cluster,
  endsIn,
  LEASE_MS,
  readByGraphql,
  startCluster,
  storyOf,
  textIn,
  wordsOf,
} from './fixture.ts';

/** Turns whose process is killed, all in all, and how many are under way at a time. */
const KILLS = 30;
const AT_ONCE = 16;
const TOKENS = 60;
const ENDS = ['done', 'error', 'cancelled'];

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2, { QUEUE_LIMITS: `chat=${AT_ONCE}` });
});
afterAll(() => cluster.close());

const servers = () => {
  const [killed, other] = cluster.servers;
  if (!killed || !other) throw new Error('two servers are needed');
  return { killed, other };
};

const askAt = (url: string) => askFor(url, cluster.cookie, `tokens=${TOKENS} delay=20`);

/** Reads a turn at the other server by both doors. */
const follow = async (turnId: string) => {
  const { cookie } = cluster;
  const { url } = servers().other;
  const [frames, events] = await Promise.all([
    fetch(`${url}/api/chat/stream/${turnId}`, { headers: { cookie } }).then(allFrames),
    readByGraphql(url, cookie, turnId),
  ]);
  return { turnId, frames, events };
};

/** Asks for turns, does it to the server that runs most of them, and tells how many others had to take over. */
const disturb = async (disturbance: () => Promise<void>) => {
  // Who asks at a server finds most of his turns run there.
  const ids = await Promise.all(Array.from({ length: AT_ONCE }, () => askAt(servers().killed.url)));
  const asked = ids.map(follow);
  await sleep(Math.random() * TOKENS * 15);
  await disturbance();
  let takenOver = 0;
  for (const { turnId, frames, events } of await Promise.all(asked)) {
    const story = await storyOf(cluster.store, turnId);
    expect(textIn(story.map(({ event }) => ({ type: event.type, ...event.data })))).toBe(wordsOf(TOKENS));
    expect(story.map(({ recorded }) => recorded.revision)).toEqual(story.map((_, revision) => revision));
    expect(endsIn(story).map(({ event }) => event.type)).toEqual(['TurnCompleted']);
    // A client sees what it would have seen of an undisturbed turn.
    expect(textOf(frames)).toBe(wordsOf(TOKENS));
    expect(frames.filter(({ event }) => ENDS.includes(event)).map(({ event }) => event)).toEqual(['done']);
    const ids = frames.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(textIn(events)).toBe(wordsOf(TOKENS));
    expect(events.map(({ revision }) => revision)).toEqual(story.map((_, revision) => revision));
    for (const { event, recorded } of story) {
      if (event.type !== 'TurnResumed') continue;
      takenOver += 1;
      expect(event.data.fromRevision).toBe(recorded.revision - 1);
      expect(event.data.worker).not.toBe(event.data.previousWorker);
      expect(recorded.recordedAt.getTime() - Date.parse(event.data.pausedAt)).toBeLessThan(LEASE_MS + 10_000);
    }
  }
  return takenOver;
};

test(`after kill -9 at any token the reader gets the very text of an undisturbed turn, ${KILLS} times`, async () => {
  for (let killed = 0; killed < KILLS; ) {
    killed += await disturb(() => servers().killed.kill('SIGKILL'));
    await servers().killed.start();
  }
}, 240_000);

test('a process that is woken after its turns were taken over changes nothing', async () => {
  const { pid } = servers().killed;
  expect(await disturb(async () => void process.kill(pid, 'SIGSTOP'))).toBeGreaterThan(0);
  const head = await cluster.store.head();
  process.kill(pid, 'SIGCONT');
  // It is well, has heard that its turns are over, and takes others.
  await expect.poll(async () => (await fetch(`${servers().killed.url}/api/health/ready`)).ok).toBe(true);
  const { turnId, frames } = await follow(await askAt(servers().killed.url));
  expect(textOf(frames)).toBe(wordsOf(TOKENS));
  const later = [];
  for await (const { stream, position } of cluster.store.readAll({ from: head, filter: { categories: ['turn'] } })) {
    if (position > head && !stream.name.endsWith(turnId)) later.push(stream.name);
  }
  expect(later).toEqual([]);
});
