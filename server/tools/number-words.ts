const ones = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen';
const small = `${ones} seventeen eighteen nineteen`.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9 };
const ordinals: Record<string, string> = {
  ...{ second: '2nd', third: '3rd', fourth: '4th', fifth: '5th', sixth: '6th', seventh: '7th', eighth: '8th' },
  ...{ ninth: '9th', tenth: '10th', eleventh: '11th', twelfth: '12th', twentieth: '20th', hundredth: '100th' },
};

const SMALL = `(?:${small.join('|')})`;
const UNDER_HUNDRED = `(?:(?:${tens.join('|')})(?:[ -]${SMALL})?|${SMALL})`;
const HUNDREDS = `(?:(?:an?|${UNDER_HUNDRED}) hundred(?:(?: and)? ${UNDER_HUNDRED})?)`;
const GROUP = `(?:${HUNDREDS}|${UNDER_HUNDRED})`;
const SCALE = `(?:${Object.keys(scales).join('|')})`;
const cardinal = new RegExp(
  String.raw`\b(?:(?:a|${GROUP}) ${SCALE}(?:,?(?: and)? ${GROUP}(?: ${SCALE})?)*|${GROUP})\b`,
  'gi',
);

const numberOf = (words: string): number => {
  let [total, group] = [0, 0];
  for (const word of words.toLowerCase().split(/[\s,-]+/)) {
    const scale = scales[word];
    if (scale !== undefined) [total, group] = [total + (group || 1) * scale, 0];
    else if (word === 'hundred') group = (group || 1) * 100;
    else group += Math.max(0, small.indexOf(word)) + (tens.indexOf(word) + 2) * (tens.includes(word) ? 10 : 0);
  }
  return total + group;
};

/** Text with its number words as digits: "twenty-five times a hundred" is "25 times 100". */
export const withDigits = (text: string): string =>
  text
    .replace(cardinal, (words) => String(numberOf(words)))
    .replace(/\b(\d+(?:\.\d+)?) (thousand|million|billion)\b/gi, (_, count: string, scale: string) =>
      String(Number(count) * (scales[scale.toLowerCase()] ?? 1)),
    )
    .replace(
      /\b(\d+) point (\d+(?: \d+)*)\b/gi,
      (_, whole: string, part: string) => `${whole}.${part.replace(/ /g, '')}`,
    )
    .replace(/\b(\d+) and a half\b/gi, '$1.5');

/** Lower-case text with its ordinals as digits: "the tenth" is "the 10th". */
export const withOrdinals = (text: string): string =>
  text.replace(/\b([a-z]+(?:th|rd|ond))(?=s?\b)/g, (word) => ordinals[word] ?? word);
