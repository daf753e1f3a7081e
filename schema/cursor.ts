import { z } from 'zod';
import { asPosition, asRevision, type Position, type Revision } from './order.ts';

const shape = z.tuple([z.uuid(), z.enum(['r', 'p']), z.string().regex(/^\d{1,19}$/)]);

const encode = (storeId: string, kind: 'r' | 'p', order: number | bigint): string =>
  btoa(`${storeId}/${kind}/${order}`).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');

const decode = (storeId: string, kind: 'r' | 'p', cursor: string): string | null => {
  try {
    const parts = shape.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')).split('/'));
    return parts[0] === storeId && parts[1] === kind ? parts[2] : null;
  } catch {
    return null;
  }
};

/** Opaque cursor of an event in its turn's stream. */
export const turnCursor = (storeId: string, revision: Revision): string => encode(storeId, 'r', revision);

/** A turn's cursor, or its plain revision, from any door; null where it is neither or another store's. */
export const parseTurnCursor = (storeId: string, cursor: string): Revision | null => {
  const digits = /^\d{1,10}$/.test(cursor) ? cursor : decode(storeId, 'r', cursor);
  return digits === null ? null : asRevision(Number(digits));
};

/** Opaque cursor of an event in the whole store. */
export const storeCursor = (storeId: string, position: Position): string => encode(storeId, 'p', position);

/** No event stands here or behind: a position is a signed 64-bit number. */
const END = 2n ** 63n - 1n;

export const parseStoreCursor = (storeId: string, cursor: string): Position | null => {
  const digits = decode(storeId, 'p', cursor);
  if (digits === null) return null;
  const position = BigInt(digits);
  return position < END ? asPosition(position) : null;
};
