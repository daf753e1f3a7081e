import { describe, expect, test } from 'vitest';
import { CONTEXTUAL_RE, GREETING_RE, SEARCH_INTENT_RE } from '../../../server/generation/routing/rules.ts';

describe('a greeting', () => {
  test.each(['hi', 'Hello there!', 'thanks', 'thank you so much', 'ok', 'ok great', 'Good morning', 'lol', 'bye'])(
    '%s',
    (message) => expect(message).toMatch(GREETING_RE),
  );
  test.each([
    'hi, is it raining?',
    'thanks, and the weather?',
    'ok google the president',
    'nice restaurants in Rome',
    '',
  ])('not "%s"', (message) => expect(message).not.toMatch(GREETING_RE));
});

describe('a look-up of what was talked about', () => {
  test.each(['look it up', 'google that', 'can you look that up for me?', 'search for it online', 'ok, look him up'])(
    '%s',
    (message) => expect(message).toMatch(CONTEXTUAL_RE),
  );
  test.each(['look up the moon', 'google the news', 'look it over', 'that is up to you'])('not "%s"', (message) =>
    expect(message).not.toMatch(CONTEXTUAL_RE),
  );
});

describe('a wish for facts about a topic', () => {
  test.each([
    'what is covid',
    'What are superconductors?',
    'whats a quark',
    'who was Cleopatra',
    'look up the Voynich manuscript',
    'tell me about the French revolution',
    'can you find information about heat pumps',
  ])('%s', (message) => expect(message).toMatch(SEARCH_INTENT_RE));

  // Each is for another tool, or for nobody: the embedder decides.
  test.each([
    'what is 25 times 4',
    'what is 70 fahrenheit in celsius',
    "what's the weather in Oslo",
    'what are the side effects of ibuprofen',
    'what is Severance about',
    "what's Shogun streaming on",
    'what is Deadpool rated',
    "what's the score of the match",
    'what are the headlines',
    "what's a synonym for tired",
    'what are some things to do in Lisbon',
    'who was born on this day',
    "what's a good joke",
    "what's my name",
    'what is wrong',
    'search for videos about space',
    "what's a 15% tip on $47.80",
    'what is the average of 12, 18 and 27',
    "what's a fancy word for walk",
    "tell me about tonight's moon",
    "what are Spain's public holidays",
    "what was yesterday's date",
    'tell me about yourself',
  ])('not "%s"', (message) => expect(message).not.toMatch(SEARCH_INTENT_RE));
});
