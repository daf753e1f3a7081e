import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../projections/words.ts';

const formsOf = (text: string) => [...wordsOf(text)].map(({ forms }) => forms.join('/'));

describe('words', () => {
  it.each([
    ['case, accents and width make no difference', 'Füße ÉCOLE ﬁne ａｂｃ１２', ['fusse', 'ecole', 'fine', 'abc12']],
    ['punctuation and markup part words', "don't <b>bold</b> x=>y", ['don', 't', 'b', 'bold', 'b', 'x', 'y']],
    ['identifiers are whole and in parts', 'getUserName', ['getusername/get/user/name']],
    ['acronyms are a part', 'XMLHttpRequest sha256', ['xmlhttprequest/xml/http/request', 'sha256']],
    ['paths and snake case', 'src/foo_bar.ts', ['src', 'foo', 'bar', 'ts']],
    ['scripts without spaces, by character', '東京タワー', ['東', '京', 'タ', 'ワ', 'ー']],
    ['… with their marks', 'วัน', ['วั', 'น']],
    ['other scripts by word', 'हिन्दी 한국어 ГРОМ', ['हिन्दी', '한국어', 'гром']],
    ['Arabic without its vowel marks', 'مَرْحَبًا', ['مرحبا']],
    ['emoji are words', 'a😀b', ['a', '😀', 'b']],
    ['nothing', ' \n ?! \u0301', []],
  ])('%s', (_, text, forms) => expect(formsOf(text)).toEqual(forms));

  it('are cut where they are longer than anybody types, whole characters alone', () => {
    expect(formsOf('x'.repeat(500))).toEqual(['x'.repeat(64)]);
    const [form = ''] = formsOf(`${'x'.repeat(63)}𝒳𐐀`);
    expect(form.isWellFormed()).toBe(true);
  });

  it('stand where they are said to stand, in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        let last = 0;
        for (const { start, end, forms } of wordsOf(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(forms[0]).not.toBe('');
          expect([...wordsOf(text.slice(start, end))].map((word) => word.forms[0])).toContain(forms[0]);
          last = end;
        }
      }),
    );
  });
});
