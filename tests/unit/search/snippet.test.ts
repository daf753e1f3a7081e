import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsOf } from '../../../projections/search-terms.ts';
import { highlight, markdownSnippet, snippet } from '../../../projections/snippet.ts';
import { plainText } from '../../../server/graphql/plain-text.ts';

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

describe('a snippet of Markdown', () => {
  it.each([
    [
      'emphasis and headings',
      '## The *tide*\n\nIt **turns** `twice` a day.',
      'tide turns',
      'The [tide] It [turns] twice a day.',
    ],
    ['a term that a sign cuts in two', 'un**believ**able', 'unbelievable', '[unbelievable]'],
    ['links and pictures', 'See [the tide](https://sea.org) ![a moon](m.png)', 'tide', 'See the [tide] a moon'],
    ['lists and quotes', '- one\n- [x] two\n\n> three', 'two', 'one [two] three'],
    ['tables', '| a | b |\n|---|---|\n| 1 | **two** |', 'two', 'a b 1 [two]'],
    ['code, whose signs are its own', '```js\nlet a = 1 * 2;\n```', 'let', '[let] a = 1 * 2;'],
    ['HTML, entities and escapes', 'a<br>b &lt; c \\* d', 'b', 'a [b] < c * d'],
    ['an apostrophe that is written as a number', 'the moon&#39;s &apos;tide&#x27;', 'tide', "the moon's '[tide]'"],
    ['what is no entity, as it is', 'a &constructor; of tides', 'a', '[a] &constructor; of tides'],
    ['… not where the term is in an address alone', '[there](https://sea.org)', 'sea', '[there](https://[sea].org)'],
  ])('holds none of its signs: %s', (_, markdown, query, expected) =>
    expect(shown(markdownSnippet(markdown, termsOf(query), plainText))).toBe(expected),
  );

  it('is of the place in question, however long the text is, and however deep it nests', () => {
    const text = `${'**x** '.repeat(5000)}\n\n the **tide**\n\n${'_y*'.repeat(50_000)}`;
    expect(shown(markdownSnippet(text, termsOf('tide'), plainText))).toMatch(/x x\W+the \[tide\]/);
    expect(shown(markdownSnippet(`${'> '.repeat(500)}tide`, termsOf('tide'), plainText))).toContain('[tide]');
  });
});
