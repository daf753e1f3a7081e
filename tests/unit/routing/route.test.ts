import { describe, expect, test } from 'vitest';
import { routePrompt } from '../../../server/generation/routing/route.ts';
import type { RouteIndex } from '../../../server/generation/routing/route-index.ts';
import type { Choice, ChooseTool } from '../../../server/generation/routing/tier2.ts';
import { tools } from '../../../server/tools/index.ts';

const refusing: ChooseTool = async () => {
  throw new Error('no model is to be asked');
};

type Given = { scores?: Record<string, number> | Error; choose?: ChooseTool; without?: string };

/** Routes by these scores; `search` and the rest score nothing. */
const route = async (message: string, { scores = {}, choose = refusing, without }: Given = {}) => {
  let milliseconds = 0;
  const asked: string[] = [];
  const index: RouteIndex = {
    model: 'vectors',
    calibration: null,
    async score(text, wanted) {
      asked.push(text);
      if (scores instanceof Error) throw scores;
      return [...wanted]
        .map((tool) => ({ tool, score: (scores as Record<string, number>)[tool] ?? 0 }))
        .sort((a, b) => b.score - a.score);
    },
  };
  const offered = tools.filter(({ id }) => id !== without);
  const { routed, call } = await routePrompt(
    { tools: offered, index, choose, elapsed: () => milliseconds++ },
    {
      message,
      history: [],
      now: new Date('2026-03-10T12:00:00Z'),
      timeZone: 'UTC',
      signal: new AbortController().signal,
    },
  );
  return { ...routed, embedded: asked.length > 0, args: call?.args };
};

/** What a router model is shown, and what it answers. */
const choosing = (answer: (offered: readonly string[]) => Choice) => {
  const offered: string[][] = [];
  const choose: ChooseTool = async ({ tools: shown }) => {
    offered.push(shown.map(({ id }) => id));
    return answer(shown.map(({ id }) => id));
  };
  return { choose, offered };
};
const chosen = (id: string, args: unknown): Choice => {
  const tool = tools.find((known) => known.id === id);
  if (!tool) throw new Error(id);
  return { model: 'router', tool, args };
};

describe('in this order', () => {
  test('a greeting is not even embedded', async () => {
    expect(await route('hello!')).toMatchObject({ path: 'greeting', tool: null, embedded: false, score: null });
  });

  test('what was talked about is for search alone, with a model', async () => {
    const { choose, offered } = choosing(() => chosen('search', { query: 'penguins' }));
    expect(await route('look it up', { choose })).toMatchObject({
      path: 'contextual',
      tool: 'search',
      embedded: false,
      args: { query: 'penguins' },
      models: { embedder: 'vectors', router: 'router' },
    });
    expect(offered).toEqual([['search']]);
  });

  test('a topic goes to search as it stands, whatever it would score', async () => {
    expect(await route('What is covid?', { scores: { weather: 0.99 } })).toMatchObject({
      path: 'search-intent',
      tool: 'search',
      embedded: false,
      args: { query: 'What is covid?' },
    });
  });

  test('without search its rules do not hold', async () => {
    expect(await route('What is covid?', { without: 'search' })).toMatchObject({
      path: 'conversational',
      embedded: true,
    });
  });

  test('a tool at 0.65 whose arguments stand in the message runs without a model', async () => {
    expect(await route('weather in Paris', { scores: { weather: 0.65, news: 0.5 } })).toMatchObject({
      path: 'tier1',
      tool: 'weather',
      score: 0.65,
      args: { place: 'Paris' },
      models: { router: null },
    });
  });

  test('one whose arguments do not is narrowed to itself', async () => {
    const { choose, offered } = choosing(() => chosen('calculator', { expression: '2 + 2' }));
    expect(await route('add my apples to yours', { scores: { calculator: 0.9 }, choose })).toMatchObject({
      path: 'tier1-args',
      tool: 'calculator',
      args: { expression: '2 + 2' },
    });
    expect(offered).toEqual([['calculator']]);
  });

  test('between the thresholds a model chooses among the best five and search', async () => {
    const scores = { weather: 0.64, news: 0.5, sports: 0.49, jokes: 0.48, recipes: 0.47, holidays: 0.46 };
    const { choose, offered } = choosing(() => chosen('news', {}));
    expect(await route('anything today?', { scores, choose })).toMatchObject({
      path: 'tier2',
      tool: 'news',
      score: 0.5,
      candidates: Object.entries(scores)
        .slice(0, 5)
        .map(([tool, score]) => ({ tool, score })),
      thresholds: { confident: 0.65, conversational: 0.4 },
    });
    expect(offered).toEqual([['weather', 'news', 'sports', 'jokes', 'recipes', 'search']]);
  });

  test('search is not offered twice', async () => {
    const { choose, offered } = choosing(() => ({ model: 'router', none: 'router chose none', degraded: false }));
    expect(await route('hm', { scores: { search: 0.4 }, choose })).toMatchObject({ path: 'tier2', tool: null });
    expect(offered[0]?.filter((id) => id === 'search')).toHaveLength(1);
  });

  test('below 0.40 it is conversation', async () => {
    expect(await route('I had a rough day', { scores: { news: 0.399 } })).toMatchObject({
      path: 'conversational',
      tool: null,
      score: 0.399,
    });
  });
});

describe('degraded', () => {
  test('where the model could not choose, with its reason', async () => {
    const { choose } = choosing(() => ({ model: 'm', none: 'm cannot call functions', degraded: true }));
    const routed = await route('anything?', { scores: { news: 0.5 }, choose });
    expect(routed).toMatchObject({
      path: 'degraded',
      tool: null,
      why: expect.stringContaining('m cannot call functions'),
    });
  });

  test('where the message could not be embedded', async () => {
    expect(await route('anything?', { scores: new Error('no vectors') })).toMatchObject({
      path: 'degraded',
      tool: null,
      why: expect.stringContaining('no vectors'),
      candidates: [],
    });
  });
});

test('tells how long it took', async () => {
  expect((await route('hello')).milliseconds).toBe(1);
});
