import type { Names } from './names.ts';
import { shapeOf } from './shape.ts';
import { openSpelling } from './spelling.ts';
import { type Token, tokensOf } from './tokens.ts';
import { isContent } from './words.ts';

const DIMENSIONS = 128;
const PHRASES = 16_384;
const LETTERS = 8_192;
/** How much each kind of feature counts beside the others. */
const groupWeights = { meaning: 1.2, phrases: 1.4, words: 0.8, letters: 1, shape: 0.6 };

/** Numbers that aren't zero, with their places. */
export type Features = { readonly places: Int32Array; readonly values: Float32Array };
/** `withoutNames` takes names for plain words. */
export type FeaturesOf = (text: string, options?: { readonly withoutNames?: boolean }) => Features;
export const featureCount = DIMENSIONS + PHRASES + LETTERS;

const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) value = Math.imul(value ^ text.charCodeAt(n), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
};

const countAt = (grams: readonly string[], offset: number, size: number): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const gram of grams) {
    const place = offset + (hash(gram) % size);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
};

/** The groups, each of its own length, one behind the other. */
const joined = (
  groups: readonly { readonly found: ReadonlyMap<number, number>; readonly weight: number }[],
): Features => {
  const sum = new Map<number, number>();
  for (const { found, weight } of groups) {
    const length = Math.sqrt([...found.values()].reduce((squares, value) => squares + value * value, 0));
    if (length === 0) continue;
    for (const [place, value] of found) sum.set(place, (sum.get(place) ?? 0) + (value / length) * weight);
  }
  return { places: Int32Array.from(sum.keys()), values: Float32Array.from(sum.values()) };
};

/** The words, with the kinds of names in the place of names. */
const abstracted = (tokens: readonly Token[], names: Names | null): string[] => {
  const bare = tokens.map((token) => token.bare);
  const found: string[] = [];
  for (let place = 0; place < tokens.length; ) {
    const name = names?.at(bare, place);
    found.push(name ? `<${name.kinds[0]}>` : (tokens[place]?.word ?? ''));
    place += name?.length ?? 1;
  }
  return found;
};

/** One, two and three words in a row, and two with one between; the begin and the end count as words. */
const phrasesOf = (words: readonly string[]): string[] => {
  const framed = ['^', ...words, '$'];
  return framed.flatMap((word, place) => {
    const [next, after] = [framed[place + 1], framed[place + 2]];
    return [
      word,
      ...(next === undefined ? [] : [`${word} ${next}`]),
      ...(after === undefined ? [] : [`${word} _ ${after}`, `${word} ${next} ${after}`]),
    ];
  });
};

const lettersOf = (words: readonly string[]): string[] =>
  words
    .filter((word) => /^[a-z]/.test(word))
    .flatMap((word) => {
      const padded = ` ${word} `;
      return [3, 4].flatMap((size) =>
        Array.from({ length: Math.max(0, padded.length - size + 1) }, (_, at) => padded.slice(at, at + size)),
      );
    });

/**
 * `vectors`: a signed byte for each of 128 dimensions of each word, in base64; `vocabulary`: the words, a line each;
 * `learnt`: the words of what is learnt from.
 */
export const openFeatures = (
  vectors: string,
  vocabulary: string,
  names: Names,
  learnt: Iterable<string>,
  weights: typeof groupWeights = groupWeights,
): FeaturesOf => {
  const bytes = new Int8Array(Buffer.from(vectors, 'base64'));
  const ordered = vocabulary.trimEnd().split('\n');
  const ids = new Map(ordered.map((word, id) => [word, id]));
  const mend = openSpelling(learnt, ordered);

  /** The mean of the words' vectors; rarer words, which stand further down the vocabulary, weigh more. */
  const meaningOf = (words: readonly string[]): ReadonlyMap<number, number> => {
    const sum = new Float32Array(DIMENSIONS);
    for (const word of words) {
      const id = ids.get(word);
      if (id === undefined || !isContent(word)) continue;
      const weight = Math.log(10 + id) / 127;
      for (let k = 0; k < DIMENSIONS; k += 1) sum[k] = (sum[k] ?? 0) + weight * (bytes[id * DIMENSIONS + k] ?? 0);
    }
    return new Map(sum.entries());
  };

  return (text, { withoutNames = false } = {}) => {
    const tokens = tokensOf(text).map(({ word, bare }) => {
      const meant = mend(word);
      return { word: meant, bare: meant === word ? bare : meant };
    });
    const words = tokens.map(({ word }) => word);
    const plain = abstracted(tokens, withoutNames ? null : names);
    const asWritten = words.map((word) => `=${word}`);
    return joined([
      { found: meaningOf(words), weight: weights.meaning },
      { found: countAt(phrasesOf(plain), DIMENSIONS, PHRASES), weight: weights.phrases },
      { found: countAt(shapeOf(plain), DIMENSIONS, PHRASES), weight: weights.shape },
      { found: countAt(asWritten, DIMENSIONS, PHRASES), weight: weights.words },
      { found: countAt(lettersOf(words), DIMENSIONS + PHRASES, LETTERS), weight: weights.letters },
    ]);
  };
};
