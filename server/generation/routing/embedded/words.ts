const STOP = new Set(
  'a an the of or and to in for on with by at from as is are be was were been being it its that this these those which who whom whose there their they he she his her him them then than so such not no nor but if into onto over under out up down off very can could may might must shall should will would do does did done has have had having used especially usually often also one some any each other more most'.split(
    ' ',
  ),
);

/** Endings that English adds; what is left need not be a word, only the same for all forms. */
export const stem = (word: string): string => {
  if (word.length <= 3) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.replace(/es$/, '');
  if (/s$/.test(word)) return word.replace(/s$/, '');
  return word;
};

/** Words in lower case, without marks, plurals as singulars. */
export const wordsOf = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[a-z]+(?:'[a-z]+)?|\d+/g) ?? []
  ).map((word) => (/^\d/.test(word) ? word : stem(word.replace(/'s?$/, ''))));

export const isContent = (word: string): boolean => !STOP.has(word) && !/^\d/.test(word) && word.length > 1;
