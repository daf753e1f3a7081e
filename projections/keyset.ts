import { z } from 'zod';
import type { Page } from './projection.ts';

export const DEFAULT_PAGE = 50;

/** SQL types that a list may be ordered by, with what a cursor carries for them. */
const keyTypes = {
  boolean: z.boolean(),
  bigint: z.string().regex(/^\d{1,18}$/),
  real: z.string().regex(/^\d{1,3}(\.\d{1,20})?(e-\d{1,2})?$/),
  smallint: z.string().regex(/^\d{1,4}$/),
  timestamptz: z.iso.datetime(),
  uuid: z.uuid(),
} as const;

/** The columns of a list's order, with their types; the last makes it total. */
export type Keys = readonly (readonly [column: string, type: keyof typeof keyTypes])[];

/** A string that isn't a cursor of this list. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
}

/** A place in an ordered list, as an opaque string. */
export const keysetCursor = (key: readonly (string | boolean)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

const parse = (cursor: string, keys: Keys): unknown[] => {
  try {
    const key = z
      .array(z.unknown())
      .length(keys.length)
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return keys.map(([, type], index) => keyTypes[type].parse(key[index]));
  } catch (cause) {
    throw new InvalidCursorError('not a cursor of this list', { cause });
  }
};

const isBackwards = ({ first, last }: Page) => last !== undefined && first === undefined;
const sizeOf = ({ first, last }: Page) => first ?? last ?? DEFAULT_PAGE;

/**
 * The rest of a list query: conditions for the cursors, `order by`, and a `limit` of one row more than asked for. The
 * keys are compared as a row; `ascending` is the list's own direction; `offset` is how many values stand before.
 * @throws InvalidCursorError
 */
export const keyset = (
  page: Page,
  { keys, ascending, offset }: { keys: Keys; ascending: boolean; offset: number },
): { readonly clause: string; readonly values: readonly unknown[] } => {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${offset + values.push(value)}`;
  const columns = keys.map(([column]) => column).join(', ');
  const beyond = (cursor: string | undefined, sign: '<' | '>') => {
    if (cursor === undefined) return '';
    const key = parse(cursor, keys);
    return `and (${columns}) ${sign} (${keys.map(([, type], index) => `${bind(key[index])}::${type}`).join(', ')})`;
  };
  const after = beyond(page.after, ascending ? '>' : '<');
  const before = beyond(page.before, ascending ? '<' : '>');
  const direction = ascending === isBackwards(page) ? 'desc' : 'asc';
  const order = keys.map(([column]) => `${column} ${direction}`).join(', ');
  return { clause: `${after} ${before} order by ${order} limit ${bind(sizeOf(page) + 1)}`, values };
};

export type PageOf<Row> = {
  readonly rows: readonly Row[];
  readonly cursors: readonly string[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
};

/** What the query answered, in the list's own order, without the one row too many. */
export const pageOf = <Row extends { readonly cursor: string }>(found: readonly Row[], page: Page): PageOf<Row> => {
  const more = found.length > sizeOf(page);
  const kept = found.slice(0, sizeOf(page));
  const rows = isBackwards(page) ? kept.reverse() : kept;
  return {
    rows,
    cursors: rows.map(({ cursor }) => cursor),
    hasNextPage: isBackwards(page) ? page.before !== undefined : more,
    hasPreviousPage: isBackwards(page) ? more : page.after !== undefined,
  };
};
