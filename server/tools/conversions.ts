import { convert } from './measures.ts';
import { withDigits } from './number-words.ts';
import { plainQuestion } from './plain-question.ts';

type Conversion = { amount: number; from: string; to: string };

const AMOUNT = String.raw`(?<![a-z\d./])(-?\d*\.?\d+(?:/\d+)?|half an?|half|(?:a )?quarter an?|an?(?= ))`;
const UNIT = String.raw`([a-zµ°²³][a-zµ°²³/ ^\d]*?)`;
const END = String.raw`(?:,? (?:please|pls|plz|thanks|for me|exactly|roughly|about|then|equal to))*[\s?.!=]*$`;
const INTO = String.raw`(?:to|into|in|as|equals? how many|is how many|(?:is|are|equals?|makes?|=|->|→) ?\??)`;
/** What is asked for, then what it is made of. */
const IS_MADE_OF = `(?:(?:are|is|do you get|will i get|would be)(?: there)?(?: in| to)?|is|make(?: up)?|makes|equals?|equal|go(?:es)? into|to|in|per)`;

const patterns: [RegExp, (groups: string[]) => [string, string, string]][] = [
  [
    new RegExp(`(?:how (?:many|much)|what(?:'s| is)?) ${UNIT} ${IS_MADE_OF} ${AMOUNT} ?${UNIT}${END}`, 'i'),
    ([to = '', amount = '', from = '']) => [amount, from, to],
  ],
  [
    new RegExp(`${AMOUNT} ?${UNIT} ${INTO} ${UNIT}${END}`, 'i'),
    ([amount = '', from = '', to = '']) => [amount, from, to],
  ],
  [
    new RegExp(`^(?:convert |change |from )*${UNIT} (?:to|into|in|->) ${UNIT}[,:]? ${AMOUNT}${END}`, 'i'),
    ([from = '', to = '', amount = '']) => [amount, from, to],
  ],
  [
    new RegExp(`^${UNIT} (?:in|per) ${AMOUNT} ${UNIT}${END}`, 'i'),
    ([to = '', amount = '', from = '']) => [amount, from, to],
  ],
];

const FEET = String.raw`(\d+) ?(?:'|′|ft|feet|foot)(?: and)? ?(\d+(?:\.\d+)?)(?: ?(?:"|″|''|inches|inch|in(?= (?:to|in|into)\b)))?`;
/** Two units that stand together, as one: 6'2" are 74 inches. */
const joined: [RegExp, number, string][] = [
  [new RegExp(FEET, 'i'), 12, 'inches'],
  [/(\d+) ?(?:stones?|st)(?: and)? ?(\d+(?:\.\d+)?) ?(?:lbs?|pounds?)?(?= |$|[?,.])/i, 14, 'pounds'],
  [/(\d+) ?(?:pounds|pound|lbs?)(?: and)? ?(\d+(?:\.\d+)?) ?(?:ounces?|oz)/i, 16, 'ounces'],
  [/(\d+) ?(?:hours?|hrs?|h)(?: and)? ?(\d+(?:\.\d+)?) ?(?:minutes?|mins?|m)\b/i, 60, 'minutes'],
];

/** The message in its plainest spelling: number words as digits, two joined units as one. */
const plain = (message: string): string => {
  const text = withDigits(plainQuestion(message).replace(/[“”]/g, '"'))
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/½/g, '1/2')
    .replace(/(\d) 1\/2\b/g, '$1.5')
    .replace(/\b(half|quarter) (?:of )?(an?) /gi, '$1 $2 ')
    .replace(/\b(?:an? )?half[ -](?!an?\b|of\b)/gi, '0.5 ')
    .replace(/\b(?:an? )?quarter[ -](?!an?\b|of\b)/gi, '0.25 ')
    .replace(/(\d) ?º/g, '$1 °')
    .replace(/\bdegrees? (?=[cf]\b)/gi, '')
    .replace(/ (?:=|->|→) ?\?? ?/g, ' = ')
    .replace(/(\d[a-z]+)=\??([a-z]+)/gi, '$1 = $2');
  for (const [pattern, size, unit] of joined) {
    const match = pattern.exec(text);
    if (match) return text.replace(match[0], `${Number(match[1]) * size + Number(match[2])} ${unit}`);
  }
  return text;
};

const amountOf = (text: string): number => {
  if (/quarter/i.test(text)) return 0.25;
  if (/^half/i.test(text)) return 0.5;
  if (/^an?$/i.test(text)) return 1;
  const [above = '', below = '1'] = text.split('/');
  return Number(above) / Number(below);
};

const fits = ({ amount, from, to }: Conversion): boolean => {
  try {
    convert(amount, from, to);
    return true;
  } catch {
    return false;
  }
};

const SCALE = '(celsius|centigrade|fahrenheit|kelvin)';
/** A temperature told in one scale by somebody who names another. */
const temperatureIn = (text: string): Conversion | null => {
  const told = [...text.matchAll(new RegExp(String.raw`(-?\d+(?:\.\d+)?)(?: degrees)? ?${SCALE}`, 'gi'))];
  const named = [...text.matchAll(new RegExp(SCALE, 'gi'))].map(([scale]) => scale.toLowerCase());
  const [, amount, from = ''] = told[0] ?? [];
  const to = named.find((scale) => scale !== from.toLowerCase());
  return told.length === 1 && named.length === 2 && to ? { amount: Number(amount), from, to } : null;
};

/** What a sentence asks to convert; null where it doesn't. */
export const conversionIn = (message: string): Conversion | null => {
  const text = plain(message);
  // "what is that in cm" means what was named before.
  const said = text.replace(
    /,? (?:(?:and )?(?:what(?:'s|s| is| would)?|how much is) )(?:that|it|this)(?: be)?(?= in\b)/i,
    '',
  );
  for (const [pattern, read] of patterns) {
    const match = pattern.exec(said);
    if (!match) continue;
    const [amount, from, to] = read(match.slice(1));
    const asked = { amount: amountOf(amount), from: from.trim(), to: to.trim() };
    if (fits(asked)) return asked;
  }
  return temperatureIn(text);
};
