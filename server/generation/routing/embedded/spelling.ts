const SHORTEST = 5;
/** Words that stand further down the vocabulary are rarer than slips of the pen. */
const COMMON = 15_000;

const withoutOne = (word: string): string[] =>
  Array.from({ length: word.length }, (_, at) => word.slice(0, at) + word.slice(at + 1));

/**
 * Mends words that nobody taught: where one letter more, less, other or swapped makes a word that was learnt, that word is
 * meant. `learnt` gives words as often as they were met; `vocabulary` goes from common to rare.
 */
export const openSpelling = (learnt: Iterable<string>, vocabulary: readonly string[]): ((word: string) => string) => {
  const met = new Map<string, number>();
  for (const word of learnt) met.set(word, (met.get(word) ?? 0) + 1);
  const known = new Set([...met.keys(), ...vocabulary.slice(0, COMMON)]);
  const near = new Map<string, string>();
  const note = (form: string, word: string) => {
    if ((met.get(near.get(form) ?? '') ?? 0) < (met.get(word) ?? 0)) near.set(form, word);
  };
  for (const word of met.keys()) {
    if (word.length < SHORTEST || !/^[a-z]/.test(word)) continue;
    for (const form of [word, ...withoutOne(word)]) note(form, word);
  }
  return (word) => {
    if (word.length < SHORTEST || known.has(word) || !/^[a-z]/.test(word)) return word;
    const meant = [word, ...withoutOne(word)].map((form) => near.get(form)).find((found) => found?.[0] === word[0]);
    return meant ?? word;
  };
};
