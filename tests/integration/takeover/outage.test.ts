import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type OwnCluster, openOwnCluster } from '../../support/postgres.ts';
import { allFrames, textOf } from '../../support/sse-client.ts';
import { askFor, type Cluster, endsIn, startCluster, storyOf, wordsOf } from './fixture.ts';

const TURNS = 20;
const TOKENS = 100;

let postgres: OwnCluster;
let cluster: Cluster;
beforeAll(async () => {
  postgres = await openOwnCluster();
  cluster = await startCluster(1, { QUEUE_LIMITS: `chat=${TURNS}` }, () => createDatabase(postgres.url));
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
