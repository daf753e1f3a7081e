import { z } from 'zod';
import { plainQuestion } from './plain-question.ts';
import { defineTool, failed } from './tool.ts';
import { lookUp, type Sense } from './wordnet.ts';

const MAX_SENSES = 8;
const POLITE = `^(?:(?:hey|hi|ok|so|please|and)[, ]+)*(?:(?:can|could|would) you (?:please )?)?(?:(?:give|tell|show|find) (?:me|us) |gimme )?`;
const NAMED = `(?:(?:(?:the|this) )?(?:word|term|phrase|expression) |the )?`;
const WORD = String.raw`["'“‘]?(\p{L}[\p{L} -]*?(?:['’]\p{L}+)?)["'”’]?`;
const END = String.raw`(?:,? (?:please|pls|for me|in english|exactly|again|thanks)){0,3}[\s?.!]*$`;
const asking = (...forms: string[]): RegExp[] => forms.map((form) => new RegExp(`${form}${END}`, 'iu'));
const patterns = asking(
  `${POLITE}(?:please )?define:? ${NAMED}${WORD}`,
  `\\bhow (?:do|would|can) (?:you|i|we|one) define ${NAMED}${WORD}`,
  `\\bexplain (?:to me )?(?:the |this )(?:word|term) ${WORD}`,
  `\\bhow (?:is|do (?:you|i) use) (?:the )?word ${WORD}(?: used)?`,
  String.raw`\bexplain (?:to me )?what ${NAMED}${WORD} means?`,
  String.raw`\bwhat does it mean (?:when|if) (?:someone|somebody|something|a person|a thing) is (?:called |being )?${WORD}`,
  String.raw`\b(?:dictionary )?(?:def(?:in|en)[aei]?t(?:i|io|o)n|meaning|synonyms?|antonyms?|opposite) (?:of|for) ${NAMED}${WORD}`,
  String.raw`\bwhat (?:does|do|did) ${NAMED}${WORD} (?:actually |really |even )?means?`,
  String.raw`\bwhat(?:'s| is|s)? (?:the )?(?:word|term) ${WORD} (?:supposed to )?means?`,
  String.raw`\bwhat(?:'s| is|s)? (?:meant|the meaning) (?:by|of) ${NAMED}${WORD}`,
  String.raw`\b(?:(?:an)?other|different|better|fancy|fancier|simpler|good) words? (?:for|than|meaning) ${NAMED}${WORD}`,
  String.raw`\bwords? (?:that means?|meaning|similar to) (?:the same as )?${NAMED}${WORD}`,
  String.raw`\blook up ${NAMED}${WORD} in (?:a|the|my) dictionary`,
  String.raw`\bis ${NAMED}${WORD} a (?:real |proper |actual )?word(?:\b.*)?`,
  String.raw`\buse ${NAMED}${WORD} in a sentence`,
  `^${WORD} (?:synonyms?|antonyms?|definition|meaning|opposite)`,
);
const asksFor: [RegExp, 'antonyms' | 'synonyms'][] = [
  [/\bantonyms?\b|\bopposite\b/i, 'antonyms'],
  [/\bsynonyms?\b|\bwords? (?:for|than|similar|like)\b/i, 'synonyms'],
];
/** What stands for something said before, and is no word to look up. */
const POINTER =
  /^(?:it|that|this|they|them|you|he|she|we|i|me|us|one|these|those|what|the|a|an|all|all (?:of )?(?:this|that)|your|my|his|her|their|word|words|there)\b/i;

/** The word that a message asks about; several words only where the dictionary has them as one. */
const wordIn = (message: string): string | null => {
  for (const pattern of patterns) {
    const word = pattern.exec(plainQuestion(message))?.[1]?.trim();
    if (word && !POINTER.test(word) && (!word.includes(' ') || lookUp(word) !== null)) return word;
  }
  return null;
};

const MAX_SAID = 6;
/** A sentence with the words that mean the same as a word, or the opposite. */
const near = (wanted: 'antonyms' | 'synonyms', word: string, senses: readonly Sense[]): string => {
  const found = [...new Set(senses.flatMap((sense) => sense[wanted]))].slice(0, MAX_SAID);
  if (found.length === 0) return `No ${wanted} of "${word}" are known.`;
  return `${wanted === 'antonyms' ? 'The opposite of' : 'Other words for'} "${word}": ${found.join(', ')}.`;
};

export const dictionary = defineTool({
  id: 'dictionary',
  name: 'Dictionary',
  progress: 'Looking it up in the dictionary',
  description: 'Gives the meanings, examples and synonyms of an English word.',
  rule: 'dictionary: what a word means, its synonyms; a topic or a person belongs to search.',
  examples: [
    'define a word and give its meaning',
    'look up the definition of an English word',
    'find synonyms of a word',
    'explain what a word means and its part of speech',
    'show example sentences that use a word',
  ],
  parameters: z.object({
    word: z.string().min(1).max(80),
    wanted: z.enum(['meaning', 'synonyms', 'antonyms']).exactOptional().describe('the meaning without it'),
  }),
  offline: true,
  idempotent: true,
  dataSources: ['WordNet 3.1'],
  fromMessage: (message) => {
    const word = wordIn(message);
    if (word === null) return null;
    const wanted = asksFor.find(([pattern]) => pattern.test(message))?.[1];
    return { word, ...(wanted && { wanted }) };
  },
  execute({ word: asked, wanted = 'meaning' }) {
    const entry = lookUp(asked);
    if (!entry) return failed(`"${asked}" isn't in the dictionary`);
    const { word } = entry;
    // Meanings that have what is asked for come first.
    const has = (sense: Sense) => wanted === 'meaning' || sense[wanted].length > 0;
    const senses = [...entry.senses.filter(has), ...entry.senses.filter((sense) => !has(sense))]
      .slice(0, MAX_SENSES)
      .map(({ antonyms, ...sense }) => ({
        ...sense,
        examples: [...sense.examples],
        synonyms: [...sense.synonyms],
        ...(antonyms.length > 0 && { antonyms: [...antonyms] }),
      }));
    const first = senses[0];
    const meaning = `${word} (${first?.partOfSpeech}): ${first?.meaning}.`;
    return {
      success: true,
      data: { word, senses },
      spoken: wanted === 'meaning' ? meaning : `${near(wanted, word, entry.senses)} ${meaning}`,
      blocks: [{ type: 'definition', title: `Definition of ${word}`, word, senses }],
    };
  },
});
