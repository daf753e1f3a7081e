import { describe, expect, it } from 'vitest';
import { openStorableText, storableText } from '../../../server/generation/storable-text.ts';

/** What is stored of these chunks, piece by piece. */
const stored = (...chunks: string[]): string[] => {
  const text = openStorableText();
  return [...chunks.flatMap((chunk) => text.write(chunk)), ...text.end()];
};

describe('text that comes in chunks', () => {
  it.each<[string, string[], string[]]>([
    ['as it came where nothing is wrong with it', ['one ', 'two', ''], ['one ', 'two']],
    ['with a surrogate pair whole that was split between two', ['a\ud83d', '\ude00b'], ['a', '😀b']],
    ['with a pair whole that came in two halves alone', ['\ud83d', '', '\ude00'], ['😀']],
    ['without lone surrogates, wherever they stand', ['\ude00a\ud83db', '\ud83d', '!'], ['\ufffda\ufffdb', '\ufffd!']],
    ['without a lone surrogate at the very end', ['a\ud83d'], ['a', '\ufffd']],
    ['with one line end for a CRLF that was split', ['a\r', '\nb', '\r', 'c\r'], ['a\n', 'b', '\n', 'c\n']],
    ['without U+0000', ['a\0', '\0b'], ['a\ufffd', '\ufffdb']],
  ])('is stored %s', (_, chunks, pieces) => {
    expect(stored(...chunks)).toEqual(pieces);
  });

  it('is cut into pieces that an event can hold, never within a pair', () => {
    for (const text of ['x'.repeat(100_001), `a${'😀'.repeat(60_000)}`]) {
      const pieces = stored(text);
      expect(pieces.join('')).toBe(text);
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(40_000);
        expect(piece.isWellFormed()).toBe(true);
      }
    }
  });

  it('is what the whole text is, wherever it is split', () => {
    const text = 'a\r\n😀\r\r\n\ud83d\0\ude00\u2028\ud83d';
    for (let first = 0; first <= text.length; first += 1) {
      for (let second = first; second <= text.length; second += 1) {
        const chunks = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        expect(stored(...chunks).join(''), `${first} ${second}`).toBe(storableText(text));
      }
    }
  });
});
