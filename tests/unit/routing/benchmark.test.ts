import { beforeAll, describe, expect, test } from 'vitest';
import { type RouterBenchmarkStep, routerBenchmarkStepSchema } from '../../../schema/router-benchmark.ts';
import messages from '../../../server/generation/routing/benchmark/messages.json' with { type: 'json' };
import { runRouterBenchmark } from '../../../server/generation/routing/benchmark/run.ts';
import { openRouter, type Router } from '../../../server/generation/routing/router.ts';
import { tools } from '../../../server/tools/index.ts';

const { signal } = new AbortController();
const elapsed = () => performance.now();

let router: Router;
beforeAll(() => {
  router = openRouter({
    tools,
    embedder: {
      model: 'nobody',
      embed: async () => {
        throw new Error('nobody answers');
      },
    },
    cache: { load: async () => new Map(), save: async () => undefined },
    choose: async () => ({ model: null, none: 'there is no model', degraded: true }),
    now: () => new Date('2026-03-10T12:00:00Z'),
    elapsed,
    log: { info: () => undefined },
    signal,
  });
});

const resultOf = async (steps: AsyncIterable<RouterBenchmarkStep>) => {
  const seen: RouterBenchmarkStep[] = [];
  for await (const step of steps) seen.push(routerBenchmarkStepSchema.parse(step));
  const last = seen.at(-1);
  if (last?.type !== 'result') throw new Error('it told no result');
  return { progress: seen.slice(0, -1), result: last.result };
};

test('its messages are enough: eight for every tool, sixty of conversation', () => {
  const { conversation, ...own } = messages;
  expect(Object.keys(own).toSorted()).toEqual(tools.map(({ id }) => id).toSorted());
  expect(Math.min(...Object.values(own).map(({ length }) => length))).toBeGreaterThanOrEqual(8);
  expect(conversation.length).toBeGreaterThanOrEqual(60);
});

test('the embedded embedder routes nine of ten messages right, and sees a tool in one of twenty at most', async () => {
  const { result, progress } = await resultOf(runRouterBenchmark({ router, elapsed, signal }));
  expect(result.accuracy).toBeGreaterThanOrEqual(0.9);
  expect(result.falsePositiveRate).toBeLessThanOrEqual(0.05);
  expect(result).toMatchObject({ messages: progress.length, models: { embedder: 'embedded-wordnet', router: null } });
  expect(result.calibration).not.toBeNull();
});

describe('the figures', () => {
  const few = {
    jokes: ['tell me a joke', 'I was born in a small village'],
    conversation: ['hello', 'is it raining in Rome'],
  };

  test('are of what was asked', async () => {
    const { result, progress } = await resultOf(runRouterBenchmark({ router, elapsed, signal, messages: few }));
    expect(progress.at(-1)).toEqual({ type: 'progress', done: 4, total: 4, right: 2 });
    expect(result).toMatchObject({ messages: 4, accuracy: 0.5, called: 0.5, falsePositiveRate: 0.5 });
    expect(result.tools).toEqual([
      { tool: 'jokes', messages: 2, right: 1, called: 1, accuracy: 0.5 },
      { tool: 'none', messages: 2, right: 1, called: 1, accuracy: 0.5 },
    ]);
    expect(result.confusion).toContainEqual({ expected: 'none', routed: 'weather', count: 1 });
    expect(result.misses.map(({ message }) => message)).toEqual([
      'I was born in a small village',
      'is it raining in Rome',
    ]);
    expect(result.distribution.reduce((sum, { tools: own, conversation }) => sum + own + conversation, 0)).toBe(3);
    expect(result.paths).toMatchObject({ greeting: 1 });
  });

  test('end with the signal', async () => {
    const stop = new AbortController();
    const steps = runRouterBenchmark({ router, elapsed, signal: stop.signal, messages: few });
    await steps.next();
    stop.abort(new Error('enough'));
    await expect(steps.next()).rejects.toThrow('enough');
  });

  test('another chooser takes the place of the router model', async () => {
    const { result } = await resultOf(
      runRouterBenchmark({
        router,
        elapsed,
        signal,
        messages: { search: ['look it up'] },
        choose: async ({ tools: [tool] }) =>
          tool
            ? { model: 'other', tool, args: { query: 'penguins' } }
            : { model: 'other', none: 'none', degraded: false },
      }),
    );
    expect(result).toMatchObject({ accuracy: 1, models: { router: 'other' } });
  });
});
