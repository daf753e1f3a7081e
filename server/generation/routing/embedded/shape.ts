const QUESTION = new Set('what who whom whose when where why how which'.split(' '));
const AUXILIARY = new Set(
  'is are am was were do does did has have had can could will would should shall may might'.split(' '),
);
const persons: readonly [name: string, words: ReadonlySet<string>][] = [
  ['first', new Set('i me my mine myself we us our ours'.split(' '))],
  ['second', new Set('you your yours yourself'.split(' '))],
  ['third', new Set('he him his she her hers they them their'.split(' '))],
];
const LENGTHS = [1, 2, 4, 6, 9, 14];

const openerOf = (word: string): string =>
  QUESTION.has(word) ? word : AUXILIARY.has(word) ? 'auxiliary' : word.startsWith('<') ? word : 'other';

/** How a message is built rather than what it is about: how it opens, whose it is, its length, figures and names. */
export const shapeOf = (words: readonly string[]): string[] => {
  const opener = openerOf(words.find((word) => word !== '(') ?? '');
  const person = persons.filter(([, own]) => words.some((word) => own.has(word))).map(([name]) => name);
  const whose = person.join('+') || 'nobody';
  const kinds = [...new Set(words.filter((word) => word.startsWith('<')))].sort();
  const figures = words.filter((word) => word === '<number>').length;
  const isSum = words.some(
    (word, place) => /^[-+*/^%=×÷x]$/.test(word) && (words[place - 1] ?? '').startsWith('<n') && place > 0,
  );
  const length = LENGTHS.findIndex((most) => words.length <= most);
  return [
    `opener ${opener}`,
    `person ${whose}`,
    `opener ${opener} person ${whose}`,
    `length ${length}`,
    `length ${length} person ${whose}`,
    `figures ${Math.min(figures, 3)}`,
    ...(isSum ? ['sum'] : []),
    ...kinds.flatMap((kind) => [`has ${kind}`, `has ${kind} opener ${opener}`, `has ${kind} person ${whose}`]),
    ...kinds.flatMap((kind, place) => kinds.slice(place + 1).map((other) => `has ${kind} ${other}`)),
    ...(kinds.length === 0 ? [`no name opener ${opener} person ${whose}`] : []),
  ];
};
