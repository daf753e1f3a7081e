import { describe, expect, test } from 'vitest';
import { openRouteIndex, type VectorCache } from '../../../server/generation/routing/route-index.ts';
import type { Embedder } from '../../../server/providers/embedder.ts';
import { tools } from '../../../server/tools/index.ts';
import type { Tool } from '../../../server/tools/tool.ts';

const { signal } = new AbortController();
const some = tools.filter(({ id }) => ['weather', 'jokes', 'news'].includes(id));
const all = new Set(some.map(({ id }) => id));

/** Letters counted: texts alike lie near each other. Notes what it was asked. */
const counting = (model = 'letters', dimension = 26) => {
  const asked: string[] = [];
  const embedder: Embedder = {
    model,
    async embed(texts) {
      asked.push(...texts);
      return texts.map((text) => {
        const vector = new Float32Array(dimension);
        for (const letter of text.toLowerCase()) {
          const place = letter.charCodeAt(0) - 97;
          if (place >= 0 && place < dimension) vector[place] = (vector[place] ?? 0) + 1;
        }
        return vector;
      });
    },
  };
  return { embedder, asked };
};

const keeping = (): VectorCache => {
  const kept = new Map<string, Map<string, Float32Array>>();
  return {
    load: async (model) => kept.get(model) ?? new Map(),
    save: async (model, vectors) => void kept.set(model, new Map([...(kept.get(model) ?? []), ...vectors])),
  };
};

describe('the index of examples', () => {
  test('scores each wanted tool by its best example', async () => {
    const { embedder } = counting();
    const index = await openRouteIndex(some, embedder, keeping(), signal);
    const example = some[1]?.examples[0] ?? '';
    const scores = await index.score(example, all, signal);
    expect(scores).toHaveLength(3);
    expect(scores[0]).toEqual({ tool: some[1]?.id, score: expect.closeTo(1, 5) });
    const [other] = await index.score(example, new Set(['news']), signal);
    expect(other?.tool).toBe('news');
  });

  test('asks nothing on an unchanged restart', async () => {
    const cache = keeping();
    await openRouteIndex(some, counting().embedder, cache, signal);
    const again = counting();
    const index = await openRouteIndex(some, again.embedder, cache, signal);
    expect(again.asked).toEqual([]);
    expect(await index.score('latest news', all, signal)).toHaveLength(3);
  });

  test('embeds only what changed', async () => {
    const cache = keeping();
    await openRouteIndex(some, counting().embedder, cache, signal);
    const [first, ...rest] = some;
    if (!first) throw new Error('no tools');
    const changed: Tool = { ...first, examples: [...first.examples.slice(1), 'tell whether hail is coming'] };
    const again = counting();
    await openRouteIndex([changed, ...rest], again.embedder, cache, signal);
    expect(again.asked).toEqual(['tell whether hail is coming']);
  });

  test("takes no other model's vectors", async () => {
    const cache = keeping();
    await openRouteIndex(some, counting('a').embedder, cache, signal);
    const other = counting('b');
    await openRouteIndex(some, other.embedder, cache, signal);
    expect(other.asked).toEqual(some.flatMap(({ examples }) => examples));
  });

  test('compares no vectors of different dimensions', async () => {
    const cache = keeping();
    await openRouteIndex(some, counting('same', 26).embedder, cache, signal);
    const index = await openRouteIndex(some, counting('same', 20).embedder, cache, signal);
    expect(await index.score('latest news', all, signal)).toEqual([]);
  });

  test('fails as its embedder fails', async () => {
    const embedder: Embedder = {
      model: 'gone',
      embed: async () => {
        throw new Error('nobody answers');
      },
    };
    await expect(openRouteIndex(some, embedder, keeping(), signal)).rejects.toThrow('nobody answers');
  });
});
