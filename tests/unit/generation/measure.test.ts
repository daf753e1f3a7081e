import { describe, expect, it } from 'vitest';
import { measure, median, type Sample, summarise } from '../../../server/generation/benchmark/measure.ts';
import type { Piece } from '../../../server/providers/provider.ts';
import { createScripted } from '../../../server/providers/scripted.ts';
import { asking } from '../../support/generation.ts';
import { injected } from '../../support/injected.ts';

type Usage = NonNullable<Sample['usage']>;
const usage = (more: Partial<Usage> = {}): Usage => ({
  kind: 'usage',
  promptTokens: 40,
  completionTokens: 10,
  ...more,
});
const sample = (firstTokenMs: number, totalMs: number, used: Usage | null = usage()): Sample => ({
  firstTokenMs,
  totalMs,
  usage: used,
});

describe('an answer', () => {
  it('is timed to its first token, thoughts included, and to its end', async () => {
    let at = 0;
    const pieces: [number, Piece][] = [
      [30, { kind: 'reasoning', text: 'Hm.' }],
      [50, { kind: 'text', text: 'Yes.' }],
      [60, usage()],
      [70, { kind: 'finish', reason: 'stop' }],
    ];
    const provider = {
      ...createScripted(injected),
      async *generate() {
        for (const [ms, piece] of pieces) {
          at = ms;
          yield piece;
        }
      },
    };
    const timed = await measure(provider, asking('any', 'hello'), () => at, new AbortController().signal);
    expect(timed).toEqual({ firstTokenMs: 30, totalMs: 70, usage: usage() });
  });
});

describe('samples', () => {
  it('come to their medians', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, 0]);
    const samples = [sample(10, 110), sample(30, 130), sample(20, 70)];
    expect(summarise('system', samples)).toEqual({
      stage: 'system',
      runs: 3,
      firstTokenMs: 20,
      totalMs: 110,
      promptTokens: 40,
      tokensPerSecond: 100,
      prefillMs: null,
      cacheHits: null,
    });
  });

  it.each<[string, Partial<Usage>[], { prefillMs: number | null; cacheHits: number | null }]>([
    ['nothing had to be read', [{ prefillMs: 0 }, { prefillMs: 8 }], { prefillMs: 4, cacheHits: 1 }],
    ['a part was cached', [{ cachedTokens: 32 }, { cachedTokens: 0 }], { prefillMs: null, cacheHits: 1 }],
    ['the provider does not tell', [{}, {}], { prefillMs: null, cacheHits: null }],
  ])('are hits of the cache where %s', (_, usages, expected) => {
    const samples = usages.map((more) => sample(1, 2, usage(more)));
    expect(summarise('cached', samples)).toMatchObject(expected);
  });

  it('say nothing of tokens that nobody counted', () => {
    expect(summarise('bare', [sample(5, 5, null)])).toMatchObject({ promptTokens: null, tokensPerSecond: null });
  });
});
