import { calculate } from './arithmetic.ts';
import { withDigits, withOrdinals } from './number-words.ts';
import { plainQuestion } from './plain-question.ts';

const N = String.raw`(-?\d{1,30}(?:\.\d{1,30})?)`;
const PEOPLE =
  '(?:of us|of them|people|friends|persons|guests|ways|kids|children|equal parts|parts|roommates|flatmates)';
const LIST = String.raw`(-?[\d.]+(?:(?:, and | and |, | )-?[\d.]+)+)`;

/** What a whole sentence may be, once its polite beginning and end are gone; `$1`… are its numbers. */
const sentences: [string, string][] = [
  // Percentages
  [
    `${N}% (?:tip|gratuity|tax|vat|discount|interest|commission|service charge|of) (?:on|for|of|from) ${N}`,
    '$1/100*$2',
  ],
  [`(?:tip|gratuity|tax|vat) (?:on|for|of) ${N}(?: bill| meal| check)? (?:at|of|with) ${N}%`, '$1*$2/100'],
  [`${N} (?:bill|meal|check)? ?(?:with|plus|\\+|and) (?:an? )?${N}%(?: tip| tax| vat| gratuity)?`, '$1*(1+$2/100)'],
  [`${N}% off (?:of )?${N}`, '$2*(1-$1/100)'],
  [`(?:an? )?${N} (?:[a-z]+ ){1,2}(?:with|at|for) ${N}%(?: off| discount)`, '$1*(1-$2/100)'],
  [`${N} (?:with|at|minus|-|less|and) (?:an? )?${N}%(?: off| discount)`, '$1*(1-$2/100)'],
  [`${N} (?:minus|-|less) ${N}%`, '$1*(1-$2/100)'],
  [`(?:increase|raise) ${N} by ${N}%`, '$1*(1+$2/100)'],
  [`(?:decrease|reduce|lower) ${N} by ${N}%`, '$1*(1-$2/100)'],
  [`${N} (?:increased|raised) by ${N}%`, '$1*(1+$2/100)'],
  [`${N} (?:decreased|reduced) by ${N}%`, '$1*(1-$2/100)'],
  [`(?:percentage|%|percent) (?:change|increase|decrease|difference) from ${N} to ${N}`, '($2-$1)/$1*100'],
  [`(?:(?:what|which) )?(?:percentage|%) of ${N} is ${N}`, '$2/$1*100'],
  [`${N} (?:is|as) (?:what|an?) (?:percentage|%) of ${N}`, '$1/$2*100'],
  // Sharing
  [
    `(?:split|divide|share) ${N}(?: bill)? (?:equally |evenly )?(?:between|among|amongst|by|into|in|with|across)? ?${N}(?: ${PEOPLE})?`,
    '$1/$2',
  ],
  [
    `${N}(?: bill)? (?:split|shared)(?: equally| evenly)? (?:between|among|amongst|by|into|in)? ?${N}(?: ${PEOPLE})?`,
    '$1/$2',
  ],
  [`${N} divided (?:by|between|among|into) ${N}(?: ${PEOPLE})?`, '$1/$2'],
  // Named operations
  [`subtract ${N} from ${N}`, '$2-$1'],
  [`(?:take|deduct) (?:away )?${N} (?:away )?from ${N}`, '$2-$1'],
  [`add ${N} to ${N}`, '$1+$2'],
  [`multiply ${N} (?:by|and|with|times) ${N}`, '$1*$2'],
  [`divide ${N} by ${N}`, '$1/$2'],
  [`product of ${N} and ${N}`, '$1*$2'],
  [`quotient of ${N} and ${N}`, '$1/$2'],
  [`difference (?:between|of) ${N} and ${N}`, 'abs($1-$2)'],
  [`remainder (?:when|of|if|for) ${N} (?:is )?(?:divided by|\\/) ${N}`, 'mod($1,$2)'],
  [`${N} choose ${N}`, 'combinations($1,$2)'],
  [`(?:double|twice) ${N}`, '2*$1'],
  [`(?:triple|3 times) ${N}`, '3*$1'],
  [`(?:half|halve) (?:of )?${N}`, '$1/2'],
  [`an? quarter of ${N}`, '$1/4'],
  [`an? (\\d+)(?:rd|th) of ${N}`, '$2/$1'],
  [`${N} quarters of ${N}`, '$1/4*$2'],
  [`${N} (\\d+)(?:rd|th)s of ${N}`, '$1/$2*$3'],
  // Powers, roots and functions
  [`${N} (?:raised )?to the (?:power (?:of )?)?(\\d+)(?:st|nd|rd|th)?(?: power)?`, '$1^$2'],
  [`${N} to the power (?:of )?${N}`, '$1^$2'],
  [`square of ${N}`, '$1^2'],
  [`cube of ${N}`, '$1^3'],
  [`(\\d+)(?:rd|th) root of ${N}`, 'nthRoot($2,$1)'],
  [`log(?:arithm)? base ${N} of ${N}`, 'log($2,$1)'],
  [`log(?:arithm)? of ${N} (?:to|in) (?:the )?base ${N}`, 'log($1,$2)'],
  [`(?:natural log(?:arithm)?|ln) of ${N}`, 'ln($1)'],
  [`factorial of (\\d+)`, '$1!'],
  [`(\\d+) factorial`, '$1!'],
  [`(?:sine|sin) (?:of )?${N} ?(?:degrees|degree|deg|°)`, 'sin($1*pi/180)'],
  [`(?:cosine|cos) (?:of )?${N} ?(?:degrees|degree|deg|°)`, 'cos($1*pi/180)'],
  [`(?:tangent|tan) (?:of )?${N} ?(?:degrees|degree|deg|°)`, 'tan($1*pi/180)'],
];
const whole = sentences.map(([pattern, form]): [RegExp, string] => [new RegExp(`^${pattern}$`), form]);

/** In characters: a search for numbers anywhere takes its time over a long text. */
const LONGEST_STORY = 200;
/** What a story asks, wherever in it; it holds these two numbers and no other. */
const stories: [RegExp, string][] = [
  [
    new RegExp(
      `^(?:if )?${N} (?:of us|${PEOPLE})? ?(?:split|share|divide|go halves on)\\b.*?${N}\\b.*\\b(?:each|per person|apiece|everyone|everybody|one|pay|owe)\\b`,
    ),
    '$2/$1',
  ],
  [new RegExp(`\\b(?:each|per person|apiece)\\b.*?${N}.*?${N} ${PEOPLE}`), '$1/$2'],
  [new RegExp(`${N}.*?\\b(?:between|among|split|for) ${N} ${PEOPLE}.*\\b(?:each|per person|apiece)\\b`), '$1/$2'],
  [new RegExp(`${N} (?:[a-z]+ ){0,3}(?:at|for|cost|costs|costing) ${N} (?:each|apiece|a piece|a pop)`), '$1*$2'],
  [
    new RegExp(
      `\\b(?:have|had|start with|started with) ${N}\\b.*\\b(?:spend|spent|lose|lost|give away|gave away|use|used|eat|ate|sell|sold|pay|paid) ${N}\\b.*\\b(?:left|remain|remaining|remains|over)$`,
    ),
    '$1-$2',
  ],
];

const lead = new RegExp(
  `^(?:${[
    ...['hey', 'hi', 'ok', 'okay', 'so', 'quick', 'please', 'pls', 'just', 'now', 'and', 'um', 'quickly', 'the', 'me'],
    ...[
      '(?:can|could|would|will) (?:you|u)',
      'do you know',
      'i need(?: to know)?',
      'i want(?: to know)?',
      'tell',
      'give',
    ],
    ...[
      "what(?:'s|s| is| would be| will be| does| do i get if i| do you get (?:if|when) you| if i)?",
      'how much(?: is| are|s)?',
    ],
    ...['how many(?: is| are)?', 'calculate', 'compute', 'work out', 'figure out', 'evaluate', 'solve', 'find', 'get'],
    ...['(?:result|value|answer|solution|outcome) (?:of|to|for)', 'is', 'do', 'say'],
  ].join('|')})(?=[\\s,:]|$)[\\s,:]*`,
);
const tail =
  /[\s,]*(?:\b(?:please|pls|plz|thanks|thank you|for me|altogether|in total|in all|equals?|make|come to|exactly|now|mate|as an? (?:decimal|number|percentage|percent))|[?.=]|\s!)$/;
const placesAsked = /[\s,]*(?:\brounded )?\bto (?:the nearest )?(\d+) (?:decimal(?: place)?s?|places?|dp|d\.p\.?)$/;
const rounding =
  /[\s,]*\b(?:rounded(?: off)?(?: to (?:the nearest|a) (?:whole(?: number)?|integer))?|to the nearest (?:whole(?: number)?|integer))$/;

const spoken: [RegExp, string][] = [
  [/(\d+(?:\.\d+)?)% of /g, '$1/100*'],
  [/\b(?:cube root|cbrt) (?:of )?\(?(\d[\d.]*)\)?/g, 'cbrt($1)'],
  [/\b(?:square root|sqrt|root) (?:of )?\(?(\d[\d.]*)\)?/g, 'sqrt($1)'],
  [/√ ?\(?(\d[\d.]*)\)?/g, 'sqrt($1)'],
  [/\b(?:divided by|over)\b|÷| : /g, '/'],
  [/\b(?:times|multiplied by)\b|×|·/g, '*'],
  [/(\d|\)) ?x ?(?=\d|\()/g, '$1*'],
  [/\bplus\b/g, '+'],
  [/\b(?:minus|take away|less)\b|−|–/g, '-'],
  [/\b(?:raised )?to the power of\b|\*\*/g, '^'],
  [/ ?\bsquared\b|²/g, '^2'],
  [/ ?\bcubed\b|³/g, '^3'],
  [/\bmodulo\b|\bmod\b(?!\()/g, '%'],
];

const listed = (numbers: string): string[] => numbers.match(/-?\d+(?:\.\d+)?/g) ?? [];
const lists: [RegExp, (numbers: string[]) => string][] = [
  [
    new RegExp(`^(?:add(?: up| together)?|sum(?: up)?(?: of)?|total(?: of)?) ${LIST}(?: together| up)?$`),
    (all) => all.join('+'),
  ],
  [new RegExp(`^${LIST} (?:added|summed)(?: together| up)$`), (all) => all.join('+')],
  [new RegExp(`^(?:average|mean) (?:of )?${LIST}$`), (all) => `mean(${all.join(',')})`],
  [new RegExp(`^(?:multiply|product of) ${LIST}(?: together)?$`), (all) => all.join('*')],
];

/** Numbers as digits without what is no part of them: currency, thousands' commas, "percent". */
const plain = (message: string): string =>
  withDigits(withOrdinals(plainQuestion(message).toLowerCase()))
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/[$€£]\s?(?=\d)/g, '')
    .replace(/(\d)[€£]/g, '$1')
    .replace(/(\d) ?(?:dollars?|euros?|pounds?|bucks|quid|usd|eur|gbp)\b/g, '$1')
    .replace(/(\d) ?(?:%|percent\b|per cent\b|pct\b)/g, '$1%')
    .replace(/\bper ?cent\b/g, '%')
    .replace(/\b(an?) (?=\d+(?:\.\d+)?(?:%| bill| meal| check))/g, '');

const stripped = (text: string, part: RegExp): string => {
  const rest = text.replace(part, '');
  return rest === text ? text : stripped(rest, part);
};

const formOf = (text: string): string | null => {
  for (const [pattern, form] of whole) if (pattern.test(text)) return text.replace(pattern, form);
  for (const [pattern, join] of lists) {
    const numbers = pattern.exec(text)?.[1];
    if (numbers) return join(listed(numbers));
  }
  return null;
};

const storyIn = (text: string): string | null => {
  if (text.length > LONGEST_STORY) return null;
  for (const [pattern, form] of stories) {
    const match = pattern.exec(text);
    if (match && listed(text).length === 2) return match[0].replace(pattern, form);
  }
  return null;
};

const isDate = (text: string): boolean => /^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$|^\d{4}-\d\d?-\d\d?$/.test(text);

/** The expression that a sentence asks for, as the calculator reads it; null where it holds none. */
export const expressionIn = (message: string): string | null => {
  const text = plain(message);
  let asked = stripped(stripped(text, tail), lead);
  const places = placesAsked.exec(asked)?.[1];
  const isRounded = places === undefined && rounding.test(asked);
  asked = stripped(asked.replace(placesAsked, '').replace(rounding, ''), tail);
  const [, plainNumber] = new RegExp(`^round(?: off)? ${N}$`).exec(asked) ?? [];
  if (plainNumber && places !== undefined) return `round(${plainNumber}, ${places})`;
  const known = formOf(asked) ?? storyIn(stripped(text, tail));
  const read = known ?? spoken.reduce((rest, [pattern, form]) => rest.replace(pattern, form), asked).trim();
  if (!/\d/.test(read) || !/[-+*/^%!(]/.test(read) || isDate(read)) return null;
  const expression = places !== undefined ? `round(${read}, ${places})` : isRounded ? `round(${read})` : read;
  try {
    calculate(expression);
    return expression;
  } catch {
    return null;
  }
};
