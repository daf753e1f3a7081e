import { stem } from './words.ts';

/** How people shorten and run together what they write; the key is what stands there without its apostrophe. */
const SPOKEN = new Map(
  Object.entries({
    whats: 'what is',
    wheres: 'where is',
    whos: 'who is',
    whens: 'when is',
    hows: 'how is',
    whys: 'why is',
    thats: 'that is',
    theres: 'there is',
    its: 'it is',
    im: 'i am',
    ive: 'i have',
    id: 'i would',
    ill: 'i will',
    youre: 'you are',
    lets: 'let us',
    gonna: 'going to',
    wanna: 'want to',
    gotta: 'got to',
    gimme: 'give me',
    lemme: 'let me',
    u: 'you',
    ur: 'your',
    r: 'are',
    pls: 'please',
    plz: 'please',
    thx: 'thanks',
    rn: 'right now',
    yt: 'youtube',
    vid: 'video',
    vids: 'videos',
    tmrw: 'tomorrow',
    tmr: 'tomorrow',
    tonite: 'tonight',
    temp: 'temperature',
    pic: 'picture',
    pics: 'pictures',
  }),
);

const NUMBER_WORDS = new Set(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million dozen'.split(
    ' ',
  ),
);

const PIECES =
  /(?<ordinal>\d+(?:st|nd|rd|th)\b)|(?<clock>\d{1,2}:\d\d|\d{1,2} ?[ap]m\b)|(?<year>\b(?:1[4-9]|20)\d\d\b(?![.,]\d))|(?<number>\d+(?:[.,]\d+)*)|(?<word>[a-z]+(?:'[a-z]+)*)|(?<sign>[-+*/^%=×÷$€£°"()])/g;

/** `bare`: as it was written, for names. */
export type Token = { readonly word: string; readonly bare: string };

/**
 * What a message is made of, in order and in lower case: words without marks, plurals as singulars; `<number>`, `<year>`,
 * `<ordinal>` and `<clock>` for figures; signs as they are.
 */
export const tokensOf = (text: string): Token[] => {
  const clean = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`]/g, "'")
    .replace(/[“”«»]/g, '"')
    // A quoted word is quoted however it is written.
    .replace(/(^|\s)'([^']+)'(?=\W|$)/g, '$1"$2"');
  return [...clean.matchAll(PIECES)].flatMap(({ 0: piece, groups = {} }) => {
    if (groups.sign) return [{ word: piece, bare: piece }];
    if (groups.word === undefined) {
      const kind = groups.ordinal ? 'ordinal' : groups.clock ? 'clock' : groups.year ? 'year' : 'number';
      return [{ word: `<${kind}>`, bare: piece }];
    }
    const joined = piece.replaceAll("'", '');
    if (NUMBER_WORDS.has(joined)) return [{ word: '<number>', bare: joined }];
    return (SPOKEN.get(joined) ?? joined)
      .split(' ')
      .map((word) => ({ word: stem(word.replace(/'s$/, '')), bare: word.replaceAll("'", '') }));
  });
};
