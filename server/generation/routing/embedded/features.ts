import { isContent, wordsOf } from './words.ts';

const DIMENSIONS = 128;
const HASHED = 4096;
/** How much each kind of feature counts beside the others. */
const weights = { meaning: 1.1, words: 1, letters: 0.6 };

/** Numbers that aren't zero, by their place. */
export type Features = ReadonlyMap<number, number>;
export const featureCount = DIMENSIONS + 2 * HASHED;

const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) value = Math.imul(value ^ text.charCodeAt(n), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
};

const addScaled = (to: Map<number, number>, from: Iterable<readonly [number, number]>, scale: number): void => {
  const entries = [...from];
  const length = Math.sqrt(entries.reduce((sum, [, value]) => sum + value * value, 0));
  if (length === 0) return;
  for (const [place, value] of entries) to.set(place, (value / length) * scale);
};

const countAt = (grams: readonly string[], offset: number): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const gram of grams) {
    const place = offset + (hash(gram) % HASHED);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
};

/** `vectors`: a signed byte for each of 128 dimensions of each word, in base64; `vocabulary`: the words, a line each. */
export const openFeatures = (vectors: string, vocabulary: string): ((text: string) => Features) => {
  const bytes = new Int8Array(Buffer.from(vectors, 'base64'));
  const ids = new Map(
    vocabulary
      .trimEnd()
      .split('\n')
      .map((word, id) => [word, id]),
  );

  /** The mean of the words' vectors; rarer words, which stand further down the vocabulary, weigh more. */
  const meaningOf = (words: readonly string[]): Float32Array => {
    const sum = new Float32Array(DIMENSIONS);
    for (const word of words) {
      const id = ids.get(word);
      if (id === undefined || !isContent(word)) continue;
      const weight = Math.log(10 + id) / 127;
      for (let k = 0; k < DIMENSIONS; k += 1) sum[k] = (sum[k] ?? 0) + weight * (bytes[id * DIMENSIONS + k] ?? 0);
    }
    return sum;
  };

  /** Meaning (word vectors), words (one, two, and where the sentence begins) and letters (three to four). */
  return (text) => {
    const words = wordsOf(text).map((word) => (/^\d/.test(word) ? '0' : word));
    const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`);
    const start = words.slice(0, 2).join(' ');
    const letters = words.flatMap((word) => {
      const padded = ` ${word} `;
      return [3, 4].flatMap((size) =>
        Array.from({ length: Math.max(0, padded.length - size + 1) }, (_, at) => padded.slice(at, at + size)),
      );
    });
    const features = new Map<number, number>();
    addScaled(features, meaningOf(words).entries(), weights.meaning);
    addScaled(features, countAt([...words, ...pairs, `^${start}`], DIMENSIONS), weights.words);
    addScaled(features, countAt(letters, DIMENSIONS + HASHED), weights.letters);
    return features;
  };
};
