import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isTerminal } from '../../../schema/events/index.ts';
import { allFrames, framesOf, textOf } from '../../support/sse-client.ts';
import { askFor, askGraphql, type Cluster, endsIn, startCluster, storyOf, wordsOf } from './fixture.ts';

const TURNS = 200;
const LIMIT = 8;
const CANCEL_MS = 200;
/** Longer than these tests take: no turn is taken over because it has ended. */
const LEASE_MS = 120_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster([{}, {}, {}], { QUEUE_LIMITS: `chat=${LIMIT}`, LEASE_MS: String(LEASE_MS) });
});
afterAll(() => cluster.close());

const urlOf = (n: number): string => cluster.servers[n % 3]?.url ?? '';

describe('three processes', () => {
  test(`run ${TURNS} turns, and never more than ${LIMIT} at once`, async () => {
    let asked = 0;
    const client = async () => {
      while (asked < TURNS) {
        const n = asked++;
        const turnId = await askFor(urlOf(n), cluster.cookie, 'tokens=4 delay=10');
        const headers = { cookie: cluster.cookie };
        const frames = await allFrames(await fetch(`${urlOf(n + 1)}/api/chat/stream/${turnId}`, { headers }));
        expect(frames.at(-1)?.event).toBe('done');
      }
    };
    await Promise.all(Array.from({ length: LIMIT + 3 }, client));

    const workers = new Set<string>();
    let [running, most, ended] = [0, 0, 0];
    for await (const { type, data } of cluster.store.readAll({ filter: { categories: ['turn'] } })) {
      if (type === 'TurnStarted') {
        running += 1;
        workers.add('worker' in data ? String(data.worker) : '');
      }
      if (isTerminal({ type })) {
        running -= 1;
        ended += 1;
      }
      most = Math.max(most, running);
    }
    expect({ running, ended }).toEqual({ running: 0, ended: TURNS });
    expect(most).toBe(LIMIT);
    expect(workers.size).toBe(3);
  }, 120_000);

  test('a cancel reaches whichever of them runs the turn', async () => {
    let quickest = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 6; n += 1) {
      const turnId = await askFor(urlOf(n), cluster.cookie, '/script tokens=2 stall');
      const headers = { cookie: cluster.cookie };
      const frames = framesOf(await fetch(`${urlOf(n + 1)}/api/chat/stream/${turnId}`, { headers }));
      let tokens = 0;
      let at = 0;
      for await (const { event } of frames) {
        if (event === 'token') tokens += 1;
        if (event === 'token' && tokens === 2) {
          at = performance.now();
          await fetch(`${urlOf(n + 2)}/api/chat/stream/${turnId}/cancel`, { method: 'POST', headers });
        }
        if (event === 'cancelled') quickest = Math.min(quickest, performance.now() - at);
      }
      expect(endsIn(await storyOf(cluster.store, turnId)).map(({ event }) => event.type)).toEqual(['TurnCancelled']);
    }
    expect(quickest).toBeLessThan(CANCEL_MS);
  });

  test('places in the line are right in all of them', async () => {
    const ask = (n: number) => askFor(urlOf(n), cluster.cookie, '/script tokens=1 stall');
    const running: string[] = [];
    for (let n = 0; n < LIMIT; n += 1) running.push(await ask(n));
    const waiting: string[] = [];
    for (let n = 0; n < 3; n += 1) waiting.push(await ask(n));

    const placesAt = async (url: string) => {
      const query = `{ ${waiting.map((id, n) => `t${n}: turn(id: "${id}") { place }`).join(' ')} }`;
      const data = await askGraphql(url, cluster.cookie, query);
      return waiting.map((_, n) => data[`t${n}`].place);
    };
    for (const { url } of cluster.servers) expect(await placesAt(url)).toEqual([1, 2, 3]);
    const cancel = (id: string, n: number) =>
      fetch(`${urlOf(n)}/api/chat/stream/${id}/cancel`, { method: 'POST', headers: { cookie: cluster.cookie } });
    await cancel(waiting[0] ?? '', 1);
    for (const { url } of cluster.servers) await expect.poll(() => placesAt(url)).toEqual([null, 1, 2]);
    for (const [n, id] of [...waiting, ...running].entries()) await cancel(id, n);
  });

  test('what SIGTERM stops goes on elsewhere, without a lease that has to end', async () => {
    // Long enough that some still run where a busy machine takes seconds to begin them.
    const tokens = 400;
    const headers = { cookie: cluster.cookie };
    const [first, second] = cluster.servers;
    // The one that was asked runs most of them; again, should all have gone to the third, at which they are read.
    for (let resumed = 0; resumed === 0; ) {
      const ids = await Promise.all(
        Array.from({ length: LIMIT }, () => askFor(urlOf(0), cluster.cookie, `tokens=${tokens} delay=20`)),
      );
      const reading = ids.map(async (id) => allFrames(await fetch(`${urlOf(2)}/api/chat/stream/${id}`, { headers })));
      const countResumed = async () => {
        const stories = await Promise.all(ids.map((id) => storyOf(cluster.store, id)));
        return stories.filter((story) => story.some(({ event }) => event.type === 'TurnResumed')).length;
      };
      for (const server of [first, second]) if ((await countResumed()) === 0) await server?.kill('SIGTERM');
      for (const frames of await Promise.all(reading)) {
        expect(textOf(frames)).toBe(wordsOf(tokens));
        expect(frames.at(-1)?.event).toBe('done');
      }
      resumed = await countResumed();
      if (resumed === 0) await Promise.all([first?.start(), second?.start()]);
    }
  });
});
