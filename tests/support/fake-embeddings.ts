import { createHash } from 'node:crypto';

const DIMENSIONS = 256;

/** Texts that share words are near each other: every word adds one to a place of its own. */
export const embedWords = (texts: readonly string[]): number[][] =>
  texts.map((text) => {
    const vector = new Array<number>(DIMENSIONS).fill(0);
    for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
      const place = createHash('sha256').update(word).digest().readUInt16BE() % DIMENSIONS;
      vector[place] = (vector[place] ?? 0) + 1;
    }
    return vector;
  });
