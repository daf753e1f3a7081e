import { z } from 'zod';
import type { Page } from './projection.ts';

const DEFAULT_PAGE = 50;
const parts = z.array(z.union([z.string(), z.boolean()]));

/** A place in an ordered list, as an opaque string. */
export const keysetCursor = (key: readonly (string | boolean)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

const parse = (cursor: string | undefined): (string | boolean)[] | null => {
  if (cursor === undefined) return null;
  try {
    return parts.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return null;
  }
};

export type Keyset = { readonly clause: string; readonly values: readonly unknown[]; readonly backwards: boolean };

/**
 * The rest of a list query: `where` conditions for the cursors, `order by`, and a `limit` of one more than asked for.
 * `keys` are the columns of the order with their SQL types, compared as a row; `ascending` is the list's own direction.
 * A cursor that isn't one is ignored.
 */
export const keyset = (
  page: Page,
  { keys, ascending, offset }: { keys: readonly (readonly [string, string])[]; ascending: boolean; offset: number },
): Keyset => {
  const backwards = page.last !== undefined && page.first === undefined;
  const values: unknown[] = [];
  const conditions: string[] = [];
  const columns = keys.map(([column]) => column).join(', ');
  for (const [cursor, isAfter] of [
    [page.after, true],
    [page.before, false],
  ] as const) {
    const key = parse(cursor);
    if (key?.length !== keys.length) continue;
    const row = keys.map(([, type], index) => `$${offset + values.push(key[index])}::${type}`).join(', ');
    conditions.push(`and (${columns}) ${isAfter === ascending ? '>' : '<'} (${row})`);
  }
  const direction = ascending === backwards ? 'desc' : 'asc';
  const order = keys.map(([column]) => `${column} ${direction}`).join(', ');
  const limit = (page.first ?? page.last ?? DEFAULT_PAGE) + 1;
  return { clause: `${conditions.join(' ')} order by ${order} limit ${Number(limit)}`, values, backwards };
};

export type PageOf<Row> = {
  readonly rows: readonly Row[];
  readonly cursors: readonly string[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
};

/** What the query answered, in the list's own order, without the one row too many. */
export const pageOf = <Row>(found: readonly Row[], page: Page, cursorOf: (row: Row) => string): PageOf<Row> => {
  const backwards = page.last !== undefined && page.first === undefined;
  const wanted = page.first ?? page.last ?? DEFAULT_PAGE;
  const more = found.length > wanted;
  const kept = found.slice(0, wanted);
  const rows = backwards ? kept.reverse() : kept;
  return {
    rows,
    cursors: rows.map(cursorOf),
    hasNextPage: backwards ? page.before !== undefined : more,
    hasPreviousPage: backwards ? more : page.after !== undefined,
  };
};
