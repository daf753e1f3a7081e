/**
 * The words of a text, the same for what is stored, what is asked and what is shown: no dictionary, no database's locale.
 * A word is folded (case, width, accents); scripts that are written without spaces count each character as a word; an
 * identifier is a word, and so is each of its parts (`getUserName`: getusername, get, user, name).
 */
export type Word = {
  /** Folded. The whole first, then its parts, where there are some. */
  readonly forms: readonly [string, ...string[]];
  readonly start: number;
  readonly end: number;
};

/** Longer words are told apart by their beginning only, in UTF-16 units. */
const LONGEST = 64;

const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const words = new RegExp(
  `[${UNSPACED}]\\p{M}*|\\p{Extended_Pictographic}|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
);
const seams = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Latin, Greek, Cyrillic and Arabic marks; in other scripts a mark makes another word. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0652]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .slice(0, LONGEST)
    .toWellFormed();

export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: found, index } of text.matchAll(words)) {
    const whole = fold(found);
    if (whole === '') continue;
    const parts = found.split(seams);
    const forms = parts.length > 1 ? parts.map(fold).filter((part) => part !== '') : [];
    yield { forms: [whole, ...forms], start: index, end: index + found.length };
  }
}
