import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsOf } from '../../../projections/search-terms.ts';
import { highlight, snippet } from '../../../projections/snippet.ts';

/** Hits in brackets. */
const shown = (segments: ReturnType<typeof snippet>) =>
  segments.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('');
const filler = (words: number) => Array.from({ length: words }, (_, n) => `word${n}`).join(' ');

describe('what was found', () => {
  it.each([
    ['a beginning', 'Eventually an event', 'event', '[Eventually] an [event]'],
    ['as it is written', 'Das Füßchen', 'fuss', 'Das [Füßchen]'],
    ['a part of an identifier', 'call getUserName()', 'user', 'call [getUserName]()'],
    ['words one behind the other, as one', 'foo bar, foo_bar', 'foo_bar', '[foo bar], [foo_bar]'],
    ['… not alone', 'foo and bar', '"foo bar"', 'foo and bar'],
    ['characters of a script without spaces', '私は東京に住む', '東京', '私は[東京]に住む'],
    ['markup, as text', '<b>x</b>', 'b', '<[b]>x</[b]>'],
    ['nothing', 'nothing here', 'else', 'nothing here'],
  ])('is marked: %s', (_, text, query, expected) => expect(shown(highlight(text, termsOf(query)))).toBe(expected));
});

describe('a snippet', () => {
  it('is all of a short text, on one line', () => {
    expect(shown(snippet('an\n\n  event\tstore', termsOf('event')))).toBe('an [event] store');
  });

  it('begins a little before the place that has the most terms, at a word', () => {
    const text = `${filler(50)} event ${filler(50)} the event and its store ${filler(50)}`;
    expect(shown(snippet(text, termsOf('event store')))).toMatch(
      /^…word45 .*the \[event\] and its \[store\] word0 .* word17…$/,
    );
  });

  it('is the beginning where nothing is found in reach', () => {
    expect(shown(snippet(filler(100), termsOf('nothing')))).toMatch(/^word0 .*…$/);
  });

  it('is never much longer than it should be, cuts no character in two, and is a part of the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('event ', 'store', '😀', ' ', '\n', 'x'.repeat(90), '語'), { maxLength: 60 }),
        (pieces) => {
          const text = pieces.join('');
          const segments = snippet(text, termsOf('event 語'));
          const whole = segments.map((segment) => segment.text).join('');
          expect(whole.isWellFormed()).toBe(true);
          expect(whole.length).toBeLessThan(240);
          const inner = whole.replace(/^…|…$/g, '').replace(/\s+/g, '');
          expect(text.replace(/\s+/g, '')).toContain(inner);
        },
      ),
    );
  });
});
