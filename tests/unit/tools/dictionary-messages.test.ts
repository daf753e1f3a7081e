import { describe, expect, test } from 'vitest';
import { dictionary } from '../../../server/tools/dictionary.ts';
import { toolContext } from '../../support/tool-context.ts';

const context = toolContext({ urls: {}, keys: {} });
const read = (message: string) => dictionary.fromMessage(message, context);

describe('the word that a message asks about', () => {
  test.each<[string, string, string?]>([
    ['what does perfunctory mean', 'perfunctory'],
    ['define sycophant', 'sycophant'],
    ['define: zeal', 'zeal'],
    ['explain the word ambivalent', 'ambivalent'],
    ['how is the word nonchalant used', 'nonchalant'],
    ['how do you define altruism', 'altruism'],
    ['can you explain what obfuscate means', 'obfuscate'],
    ['what does it mean when someone is gregarious', 'gregarious'],
    ['definiton of hubris', 'hubris'],
    ['gimme another word for important', 'important', 'synonyms'],
    ["meaning of 'lugubrious'?", 'lugubrious'],
    ['opposite of generous', 'generous', 'antonyms'],
    ["what's a synonym for tired", 'tired', 'synonyms'],
    ['is petrichor a real word and what does it mean', 'petrichor'],
    ['Could you give me the definition of the word equivocate', 'equivocate'],
    ["how would you use 'nonplussed' in a sentence", 'nonplussed'],
    ['whats the word mendacious supposed to mean', 'mendacious'],
    ['can you define ephemeral for me please', 'ephemeral'],
    ['big synonyms', 'big', 'synonyms'],
    ['happy synonym', 'happy', 'synonyms'],
    ['ubiquitous definition', 'ubiquitous'],
    ["what's the meaning of stoic?", 'stoic'],
    ['what is meant by laconic', 'laconic'],
    ['What does “quixotic” mean?', 'quixotic'],
    ['what does the word pragmatic actually mean', 'pragmatic'],
    ['definition of ice cream', 'ice cream'],
    ['look up obsequious in the dictionary', 'obsequious'],
    ['use serendipity in a sentence', 'serendipity'],
    ['a better word for nice', 'nice', 'synonyms'],
    ['antonym of brave', 'brave', 'antonyms'],
  ])('%s', (message, word, wanted) => expect(read(message)).toEqual({ word, ...(wanted && { wanted }) }));

  test.each([
    ...[
      'what do you mean',
      'what does it mean to be happy',
      'what does that mean',
      'I mean it',
      'no, I meant the other',
    ],
    ...['what does this sentence mean', 'what does the treaty of Westphalia mean', 'the meaning of it', 'define it'],
    ...['I used it in a sentence', 'she gave me a word of advice', 'what does he really mean'],
  ])('none: %s', (message) => expect(read(message)).toBeNull());
});

describe('what it tells', () => {
  const tell = async (message: string) => dictionary.run(read(message), context);

  test.each([
    ['opposite of big', 'The opposite of "big": little, '],
    ['antonyms for quickly', 'The opposite of "quickly": slowly.'],
    // Only what it is near to has one.
    ['what is the opposite of gigantic', 'The opposite of "gigantic": little, small.'],
    ['opposite of serendipity', 'No antonyms of "serendipity" are known. serendipity (noun): good luck'],
    ['a synonym for happy', 'Other words for "happy": felicitous, '],
    ['define generous', 'generous (adjective): willing to give'],
  ])('%s', async (message, said) => expect((await tell(message)).spoken).toContain(said));

  test('a meaning that has an opposite before those that have none', async () => {
    const { blocks = [] } = await tell('opposite of day');
    const senses = blocks.flatMap((block) => (block.type === 'definition' ? block.senses : []));
    expect(senses[0]).toMatchObject({ antonyms: ['night'] });
    expect(senses.at(-1)).not.toHaveProperty('antonyms');
  });
});
