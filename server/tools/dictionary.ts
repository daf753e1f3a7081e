import { z } from 'zod';
import { defineTool, failed } from './tool.ts';
import { lookUp } from './wordnet.ts';

const MAX_SENSES = 8;
const patterns = [
  /^(?:please |can you |could you )?define\s+(?:the (?:word|term)\s+)?["'“‘]?([\p{L}' -]+?)["'”’]?(?:\s+for me)?[\s?.!]*$/iu,
  /\b(?:definition|meaning|synonyms?)\s+(?:of|for)\s+(?:the (?:word|term)\s+)?["'“‘]?([\p{L}' -]+?)["'”’]?[\s?.!]*$/iu,
  /\bwhat (?:does|do)\s+(?:the (?:word|term)\s+)?["'“‘]?([\p{L}' -]+?)["'”’]?\s+mean\b/iu,
  /\blook up (?:the word\s+)?["'“‘]?([\p{L}' -]+?)["'”’]?\s+in (?:a|the) dictionary\b/iu,
  /\bmeans? the word\s+["'“‘]?([\p{L}' -]+?)["'”’]?[\s?.!]*$/iu,
];

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
  parameters: z.object({ word: z.string().min(1).max(80) }),
  offline: true,
  idempotent: true,
  dataSources: ['WordNet 3.1'],
  fromMessage: (message) => {
    for (const pattern of patterns) {
      const word = pattern.exec(message)?.[1]?.trim();
      if (word) return { word };
    }
    return null;
  },
  execute({ word: asked }) {
    const entry = lookUp(asked);
    if (!entry) return failed(`"${asked}" isn't in the dictionary`);
    const senses = entry.senses
      .slice(0, MAX_SENSES)
      .map((sense) => ({ ...sense, examples: [...sense.examples], synonyms: [...sense.synonyms] }));
    const first = senses[0];
    return {
      success: true,
      data: { word: entry.word, senses },
      spoken: `${entry.word} (${first?.partOfSpeech}): ${first?.meaning}.`,
      blocks: [{ type: 'definition', title: `Definition of ${entry.word}`, word: entry.word, senses }],
    };
  },
});
