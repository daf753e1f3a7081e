import { describe, expect, it } from 'vitest';
import { termsOf, tsqueryOf, tsvectorOf } from '../../../projections/search-terms.ts';

describe('what is looked for', () => {
  it.each([
    ['Foo bar', "('foo':*) & ('bar':*)"],
    ['"Foo bar"', "('foo' <-> 'bar')"],
    ['"foo', "('foo')"],
    ['"" x', "('x')"],
    ['store.append(', "('store' <-> 'append':*)"],
    ['東京', "('東' <-> '京')"],
    ['a"b c"d', "('a') & ('b' <-> 'c') & ('d')"],
    ["' \\ & | ! ( ) :* <->", ''],
    ['getUserName', "('getusername':*)"],
    ['   ', ''],
  ])('%s', (query, expected) => expect(tsqueryOf(termsOf(query))).toBe(expected));
});

describe('what is stored', () => {
  it('is every word at its places, an identifier’s parts at its own', () => {
    expect(tsvectorOf('Run getUser, run', 'D')).toBe("'run':1D,3D 'getuser':2D 'get':2D 'user':2D");
  });

  it('ends where a tsvector would be too large', () => {
    const endless = Array.from({ length: 200_000 }, (_, n) => `${'語'.repeat(1)}w${n.toString(36)}`).join(' ');
    expect(tsvectorOf(endless, 'D').length).toBeLessThan(500_000);
  });
});
