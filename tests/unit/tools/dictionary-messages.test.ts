import { describe, expect, test } from 'vitest';
import { dictionary } from '../../../server/tools/dictionary.ts';
import { toolContext } from '../../support/tool-context.ts';

const context = toolContext({ urls: {}, keys: {} });
const read = (message: string) => dictionary.fromMessage(message, context);

describe('the word that a message asks about', () => {
  test.each([
    ['what does perfunctory mean', 'perfunctory'],
    ['define sycophant', 'sycophant'],
    ['definiton of hubris', 'hubris'],
    ['gimme another word for important', 'important'],
    ["meaning of 'lugubrious'?", 'lugubrious'],
    ['opposite of generous', 'generous'],
    ["what's a synonym for tired", 'tired'],
    ['is petrichor a real word and what does it mean', 'petrichor'],
    ['Could you give me the definition of the word equivocate', 'equivocate'],
    ["how would you use 'nonplussed' in a sentence", 'nonplussed'],
    ['whats the word mendacious supposed to mean', 'mendacious'],
    ['can you define ephemeral for me please', 'ephemeral'],
    ['big synonyms', 'big'],
    ['happy synonym', 'happy'],
    ['ubiquitous definition', 'ubiquitous'],
    ["what's the meaning of stoic?", 'stoic'],
    ['what is meant by laconic', 'laconic'],
    ['What does “quixotic” mean?', 'quixotic'],
    ['what does the word pragmatic actually mean', 'pragmatic'],
    ['definition of ice cream', 'ice cream'],
    ['look up obsequious in the dictionary', 'obsequious'],
    ['use serendipity in a sentence', 'serendipity'],
    ['a better word for nice', 'nice'],
    ['antonym of brave', 'brave'],
  ])('%s', (message, word) => expect(read(message)).toEqual({ word }));

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
