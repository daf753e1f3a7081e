import { beforeAll, describe, expect, test } from 'vitest';
import benchmark from '../../../server/generation/routing/benchmark/messages.json' with { type: 'json' };
import { calibrate, calibration } from '../../../server/generation/routing/embedded/calibration.ts';
import { openEmbeddedIndex } from '../../../server/generation/routing/embedded/index.ts';
import { openModel, unpackWeights } from '../../../server/generation/routing/embedded/model.ts';
import names from '../../../server/generation/routing/embedded/names.txt?raw';
import { tokensOf } from '../../../server/generation/routing/embedded/tokens.ts';
import { fill } from '../../../server/generation/routing/embedded/training.ts';
import training from '../../../server/generation/routing/embedded/training.txt?raw';
import vectors from '../../../server/generation/routing/embedded/vectors.txt?raw';
import vocabulary from '../../../server/generation/routing/embedded/vocabulary.txt?raw';
import weights from '../../../server/generation/routing/embedded/weights.txt?raw';
import type { RouteIndex } from '../../../server/generation/routing/route-index.ts';
import { tools } from '../../../server/tools/index.ts';
import heldOut from '../../bench/router/held-out.json' with { type: 'json' };

const { signal } = new AbortController();
const all = new Set(tools.map(({ id }) => id));
const model = openModel(tools, { vectors, vocabulary, names, training });

let index: RouteIndex;
beforeAll(async () => {
  index = await openEmbeddedIndex(tools, signal);
});

test('what was learnt is what there is to learn: else run `npm run build:router`', () => {
  expect(unpackWeights(weights, model.hash)).not.toBeNull();
});

test('no message of the benchmark is learnt from, nor one of those that are held out', () => {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .match(/[a-z]+|\d+/g)
      ?.join(' ');
  const learnt = new Set(
    model.samples.flatMap(({ text }) => [0, 1, 2].map((variant) => plain(fill(text, model.names, variant)))),
  );
  expect(
    [benchmark, heldOut]
      .flatMap(Object.values<string[]>)
      .flatMap((texts) => texts.filter((text) => learnt.has(plain(text)))),
  ).toEqual([]);
});

test('samples are of tools that exist, every name of a kind that is known', () => {
  const labels = [...training.matchAll(/^## (.+)$/gm)].map(([, label]) => label);
  expect(labels.toSorted()).toEqual([...all, 'conversation'].toSorted());
  const kinds = new Set(model.names.kinds.keys());
  for (const [, kind = ''] of training.matchAll(/\{([a-z]+)2?\}/g)) expect(kinds).toContain(kind);
});

describe('its scores', () => {
  test('lie on the scale of the thresholds', () => {
    expect([0, calibration.conversational, calibration.confident, 1].map(calibrate)).toEqual([0, 0.4, 0.65, 1]);
    const rising = Array.from({ length: 101 }, (_, n) => calibrate(n / 100));
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  });

  test.each([
    ['will it rain in Ghent tomorrow', 'weather'],
    ['wether for tomorow', 'weather'],
    ['48*7', 'calculator'],
    ['how many grams are in 3 ounces', 'unit_conversion'],
    ['TELL ME A JOKE', 'jokes'],
    ['side effects of amoxicillin', 'medical'],
    ['turn off the lights in the kitchen', 'homeAssistant'],
    ['did the Lakers win', 'sports'],
  ])('are high for "%s"', async (message, tool) => {
    const [best] = await index.score(message, all, signal);
    expect(best).toMatchObject({ tool });
    expect(best?.score).toBeGreaterThanOrEqual(0.65);
  });

  test.each(['I love cooking', 'what a beautiful moon', 'time flies', 'that joke was bad', '', '¿?', '🙂'])(
    'are not for "%s"',
    async (message) => {
      const [best] = await index.score(message, all, signal);
      expect(best?.score).toBeLessThan(0.65);
    },
  );

  test('are nothing much for five thousand letters', async () => {
    const [best] = await index.score('a'.repeat(5_000), all, signal);
    expect(best?.score).toBeLessThan(0.65);
  });

  test('are told of wanted tools alone, the highest first', async () => {
    const scores = await index.score('weather and news', new Set(['news', 'jokes', 'weather']), signal);
    expect(scores.map(({ tool }) => tool).toSorted()).toEqual(['jokes', 'news', 'weather']);
    expect(scores).toEqual(scores.toSorted((a, b) => b.score - a.score));
  });
});

test('other tools than those are learnt anew', async () => {
  const few = tools.filter(({ id }) => id === 'jokes' || id === 'moonphase');
  const own = await openEmbeddedIndex(few, signal);
  const [best] = await own.score('is there a full moon tonight', all, signal);
  expect(best).toMatchObject({ tool: 'moonphase' });
  expect(best?.score).toBeGreaterThanOrEqual(0.65);
  await expect(openEmbeddedIndex(few, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
});

test.each([
  ["What's 6'2\" in cm?", 'what is <number> <number> " in cm'],
  ['whats 15% off 80', 'what is <number> % off <number>'],
  ['347*29', '<number> * <number>'],
  ['on June 6th, 1944 at 5:30', 'on june <ordinal> <year> at <clock>'],
  ['gimme twenty cafés pls', 'give me <number> cafe please'],
  ['a constructor', 'a constructor'],
])('reads %s', (message, words) => {
  expect(
    tokensOf(message)
      .map(({ word }) => word)
      .join(' '),
  ).toBe(words);
});
