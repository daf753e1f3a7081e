import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventData } from '../../../schema/events/index.ts';
import { type Sources, startSources } from '../../support/sources/replay.ts';
import { allFrames, textOf } from '../../support/sse-client.ts';
import {
  askFor,
  askGraphql,
  type Cluster,
  endsIn,
  LEASE_MS,
  readByGraphql,
  startCluster,
  storyOf,
  textIn,
  wordsOf,
} from './fixture.ts';
import { openToolTurns, type Phase, phases, toolEnv } from './tool-turns.ts';

/** Turns whose process is killed, all in all, and how many are under way at a time. */
const KILLS = 30;
const AT_ONCE = 32;
const TOKENS = 60;
const ENDS = ['done', 'error', 'cancelled'];

let cluster: Cluster;
let sources: Sources;
beforeAll(async () => {
  sources = await startSources();
  // The lane looks full to the other, which so takes over, and begins hardly any.
  const limits = [AT_ONCE, 1].map((limit) => ({ QUEUE_LIMITS: `chat=${limit}` }));
  cluster = await startCluster(limits, toolEnv(sources));
});
afterAll(async () => {
  await cluster.close();
  await sources.close();
});

const servers = () => {
  const [killed, other] = cluster.servers;
  if (!killed || !other) throw new Error('two servers are needed');
  return { killed, other };
};

/** Begins when it likes, so that one signal finds each turn at another token. */
const askAt = (url: string) => {
  const wait = Math.floor(Math.random() * TOKENS * 20);
  return askFor(url, cluster.cookie, `tokens=${TOKENS} delay=20 wait=${wait}`);
};

/** Reads a turn at the other server by both doors. */
const follow = async (turnId: string) => {
  const { cookie } = cluster;
  const { url } = servers().other;
  const [frames, events] = await Promise.all([
    fetch(`${url}/api/chat/stream/${turnId}`, { headers: { cookie } }).then((response) => {
      expect(response.status).toBe(200);
      return allFrames(response);
    }),
    readByGraphql(url, cookie, turnId),
  ]);
  return { turnId, frames, events };
};

/** Asks for turns, does it to the server that runs them, and tells how many the other had to take over. */
const disturb = async (disturbance: () => Promise<void>) => {
  const ids = await Promise.all(Array.from({ length: AT_ONCE }, () => askAt(servers().killed.url)));
  const asked = ids.map(follow);
  await sleep(TOKENS * 20 * (0.5 + Math.random() / 2));
  await disturbance();
  const pauses = new Map<string, EventData<'TurnResumed'>[]>();
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
      pauses.set(turnId, [...(pauses.get(turnId) ?? []), event.data]);
      expect(event.data.fromRevision).toBe(recorded.revision - 1);
      expect(event.data.worker).not.toBe(event.data.previousWorker);
      expect(recorded.recordedAt.getTime() - Date.parse(event.data.pausedAt)).toBeLessThan(LEASE_MS + 10_000);
    }
  }
  await Promise.all([...pauses].map(([turnId, resumed]) => expectTold(turnId, resumed)));
  return pauses.size;
};

/** The turn and its answer tell of the pauses, read at the other server. */
const expectTold = async (turnId: string, resumed: readonly EventData<'TurnResumed'>[]) => {
  const ask = (query: string) => askGraphql(servers().other.url, cluster.cookie, query);
  const told = 'attempts pauses { pausedAt mode }';
  const { turn } = await ask(`{ turn(id: "${turnId}") { assistantMessageId ${told} } }`);
  const { message } = await ask(`{ message(id: "${turn.assistantMessageId}") { ${told} } }`);
  const pauses = resumed.map(({ pausedAt, mode }) => ({ pausedAt, mode }));
  expect(message).toEqual({ attempts: resumed.at(-1)?.attempt, pauses });
  expect(turn).toMatchObject(message);
};

test('a process that is woken after its turns were taken over changes nothing', async () => {
  const { pid } = servers().killed;
  let head: Awaited<ReturnType<typeof cluster.store.head>>;
  try {
    expect(await disturb(async () => void process.kill(pid, 'SIGSTOP'))).toBeGreaterThan(0);
    head = await cluster.store.head();
  } finally {
    // Also where something was amiss: the next tests need it.
    process.kill(pid, 'SIGCONT');
  }
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

test(`after kill -9 at any token the reader gets the very text of an undisturbed turn, ${KILLS} times`, async () => {
  for (let killed = 0; killed < KILLS; ) {
    killed += await disturb(() => servers().killed.kill('SIGKILL'));
    await servers().killed.start();
  }
}, 120_000);

test('no tool runs twice, whether its process dies before it, while it runs, or behind it', async () => {
  const { killed, other } = servers();
  for (let hit = new Set<Phase>(); hit.size < phases.length; ) {
    const turns = await openToolTurns({ ...cluster, sources, url: killed.url });
    await killed.kill('SIGKILL');
    await turns.letGo();
    hit = await turns.check(other.url);
    if (hit.size < phases.length) await killed.start();
  }
}, 60_000);
