import { lengthAt, type Term } from './search-terms.ts';
import { wordsOf } from './words.ts';

/** A piece of a text; the pieces in their order are the text. */
export type Segment = { readonly text: string; readonly isHit: boolean };

type Hit = { readonly start: number; readonly end: number; readonly term: Term };

/** Where the terms stand, in their order, none over another. */
const hitsIn = (text: string, terms: readonly Term[]): Hit[] => {
  const words = [...wordsOf(text)];
  const hits: Hit[] = [];
  for (let at = 0; at < words.length; ) {
    const start = words[at]?.start ?? 0;
    const found = terms
      .map((term) => ({ term, length: lengthAt(words, at, term) }))
      .reduce((a, b) => (b.length > a.length ? b : a), { term: { words: [], isPrefix: false }, length: 0 });
    if (found.length > 0) hits.push({ start, end: words[at + found.length - 1]?.end ?? start, term: found.term });
    at += Math.max(1, found.length);
  }
  return hits;
};

const segmentsOf = (text: string, hits: readonly Hit[], start: number, end: number): Segment[] => {
  const segments: Segment[] = [];
  const add = (from: number, to: number, isHit: boolean) => {
    const piece = text.slice(from, to).replace(/\s+/gu, ' ');
    if (piece !== '') segments.push({ text: piece, isHit });
  };
  let at = start;
  for (const hit of hits) {
    add(at, hit.start, false);
    add(hit.start, hit.end, true);
    at = hit.end;
  }
  add(at, end, false);
  return segments;
};

/** The whole text. */
export const highlight = (text: string, terms: readonly Term[]): Segment[] =>
  segmentsOf(text, hitsIn(text, terms), 0, text.length);

const BEFORE = 40;
const LENGTH = 180;

/** The hit to begin with: the one that has the most terms in its reach. */
const richest = (hits: readonly Hit[]): Hit | undefined => {
  let best: { hit: Hit; terms: number } | undefined;
  for (const [n, hit] of hits.entries()) {
    const terms = new Set<Term>();
    for (let m = n; m < hits.length && (hits[m]?.end ?? 0) <= hit.start + LENGTH - BEFORE; m++) {
      const { term } = hits[m] ?? hit;
      terms.add(term);
    }
    if (!best || terms.size > best.terms) best = { hit, terms: terms.size };
  }
  return best?.hit;
};

/** Where a cut near this place leaves words whole; far from any space it cuts anyway, but no character in two. */
const cutAt = (text: string, near: number, towards: 1 | -1): number => {
  for (let at = near; Math.abs(at - near) < 24; at -= towards) {
    if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
    if (/\s/.test(text[towards === 1 ? at : at - 1] ?? '')) return at;
  }
  return /[\udc00-\udfff]/.test(text[near] ?? '') ? near - 1 : near;
};

/** What stands around the terms, about 180 characters on one line; `…` where it was cut. */
export const snippet = (text: string, terms: readonly Term[]): Segment[] => {
  const hits = hitsIn(text, terms);
  const first = richest(hits);
  const start = first && first.start > BEFORE ? cutAt(text, first.start - BEFORE, -1) : 0;
  const end = start + LENGTH >= text.length ? text.length : cutAt(text, start + LENGTH, 1);
  const shown = hits.filter((hit) => hit.start >= start && hit.end <= end);
  const segments = segmentsOf(text, shown, start, end);
  const dots: Segment = { text: '…', isHit: false };
  return [...(start > 0 ? [dots] : []), ...segments, ...(end < text.length ? [dots] : [])];
};

/** So much around a place is read as Markdown: enough for most signs to have their meaning, and little for any parser. */
const AROUND = 600;

/** The lines around the place that is richest in terms. */
const linesAround = (text: string, terms: readonly Term[]): string => {
  const at = richest(hitsIn(text, terms))?.start ?? 0;
  const start = at <= AROUND ? 0 : Math.max(at - AROUND, text.lastIndexOf('\n', at - AROUND / 2) + 1);
  const end = text.indexOf('\n', at + AROUND);
  return text.slice(start, end < 0 || end > at + 2 * AROUND ? at + 2 * AROUND : end).toWellFormed();
};

/**
 * As `snippet`, of Markdown, as `plainText` reads it without its signs; where a term stands in a sign alone, an address say,
 * with them.
 */
export const markdownSnippet = (
  markdown: string,
  terms: readonly Term[],
  plainText: (markdown: string) => string,
): Segment[] => {
  const plain = snippet(plainText(linesAround(markdown, terms)).trim(), terms);
  return plain.some(({ isHit }) => isHit) ? plain : snippet(markdown, terms);
};
