import { type Word, wordsOf } from './words.ts';

/** Words that stand one behind the other; of the last its beginning may be enough. */
export type Term = { readonly words: readonly string[]; readonly isPrefix: boolean };

/**
 * What somebody looks for: every term has to be there. `"in quotes"` is one term, exactly so; else each piece between
 * spaces is one (`store.append(` is `store`, then `append…`), and the beginning of its last word is enough. Whatever is
 * no word is passed over.
 */
export const termsOf = (query: string): Term[] => {
  const pieces = query.matchAll(/"([^"]*)"?|[^\s"]+/gu);
  return [...pieces].flatMap(([piece, quoted]) => {
    const words = [...wordsOf(quoted ?? piece)].map(({ forms: [whole] }) => whole);
    if (words.length === 0) return [];
    // A single letter begins too much.
    return [{ words, isPrefix: quoted === undefined && (words.at(-1) ?? '').length > 1 }];
  });
};

const lexeme = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`;

/** As Postgres' tsquery. */
export const tsqueryOf = (terms: readonly Term[]): string =>
  terms.map(({ words, isPrefix }) => `(${words.map(lexeme).join(' <-> ')}${isPrefix ? ':*' : ''})`).join(' & ');

/** For the ranks: whole words count more than beginnings. */
export const wholeWordsQueryOf = (terms: readonly Term[]): string =>
  terms.flatMap(({ words }) => words.map(lexeme)).join(' | ');

const MOST_WORDS = 16_000;
const MOST_UNITS = 200_000;

/**
 * As Postgres' tsvector, for its literal. It holds a megabyte and 16,383 places, so that of a longer text the beginning
 * alone is found: about 100,000 characters.
 */
export const tsvectorOf = (text: string, weight: 'A' | 'D'): string => {
  const places = new Map<string, number[]>();
  let place = 0;
  let units = 0;
  for (const { forms } of wordsOf(text)) {
    if (place === MOST_WORDS || units > MOST_UNITS) break;
    place += 1;
    for (const form of new Set(forms)) {
      const known = places.get(form);
      if (known) known.push(place);
      else {
        units += form.length;
        places.set(form, [place]);
      }
    }
  }
  return [...places].map(([form, at]) => `${lexeme(form)}:${at.map((n) => `${n}${weight}`).join(',')}`).join(' ');
};

const isWord = ({ forms }: Word, word: string): boolean => forms.includes(word);
const begins = ({ forms }: Word, word: string): boolean => forms.some((form) => form.startsWith(word));

/** How many words of the text, from `at` on, are the term; 0 where it doesn't stand there. */
export const lengthAt = (text: readonly Word[], at: number, { words, isPrefix }: Term): number => {
  const stands = words.every((word, n) => {
    const there = text[at + n];
    return there !== undefined && (isPrefix && n === words.length - 1 ? begins(there, word) : isWord(there, word));
  });
  return stands ? words.length : 0;
};
