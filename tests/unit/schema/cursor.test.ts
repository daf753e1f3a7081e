import { describe, expect, it } from 'vitest';
import { parseStoreCursor, parseTurnCursor, storeCursor, turnCursor } from '../../../schema/cursor.ts';
import { asPosition, asRevision } from '../../../schema/order.ts';

const store = '01890000-0000-4000-8000-000000000001';
const another = '01890000-0000-4000-8000-000000000002';
const LAST = 2n ** 63n - 1n;

describe('a cursor', () => {
  it('is read by the store that gave it, and by no other', () => {
    expect(parseTurnCursor(store, turnCursor(store, asRevision(12)))).toBe(12);
    expect(parseStoreCursor(store, storeCursor(store, asPosition(LAST - 1n)))).toBe(LAST - 1n);
    expect(parseTurnCursor(another, turnCursor(store, asRevision(12)))).toBeNull();
    expect(parseStoreCursor(another, storeCursor(store, asPosition(12n)))).toBeNull();
  });

  it('of a turn is none of the store, nor the other way round; a turn’s may be its plain revision', () => {
    expect(parseStoreCursor(store, turnCursor(store, asRevision(12)))).toBeNull();
    expect(parseTurnCursor(store, storeCursor(store, asPosition(12n)))).toBeNull();
    expect(parseTurnCursor(store, '12')).toBe(12);
    expect(parseStoreCursor(store, '12')).toBeNull();
  });

  it('names a position that the database can hold', () => {
    for (const position of [LAST, LAST + 1n, 9_999_999_999_999_999_999n]) {
      expect(parseStoreCursor(store, storeCursor(store, asPosition(position)))).toBeNull();
    }
  });

  it.each(['', 'x', '-1', '1.5', btoa('a/b/c'), '9'.repeat(30)])('is not %j', (text) => {
    expect(parseTurnCursor(store, text)).toBeNull();
    expect(parseStoreCursor(store, text)).toBeNull();
  });
});
