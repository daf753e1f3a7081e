import { z } from 'zod';
import type { PageOf } from '../../projections/keyset.ts';
import type { Page } from '../../projections/projection.ts';
import { parseInput } from '../commands/input.ts';

const MAX_PAGE = 100;

const cursor = z.string().nullish();
const pageArguments = (max: number) => {
  const size = z.int().min(0).max(max).nullish();
  return z
    .object({ first: size, after: cursor, last: size, before: cursor })
    .refine(({ first, last }) => first == null || last == null, 'give first or last, not both');
};

/** @throws TurnlogError VALIDATION for more than `max` rows, or for `first` and `last` at once */
export const pageOf = (args: object, max = MAX_PAGE): Page => {
  const { first, after, last, before } = parseInput(pageArguments(max), args);
  return { first: first ?? undefined, after: after ?? undefined, last: last ?? undefined, before: before ?? undefined };
};

/** A page of rows as Relay's connection. */
export const connectionOf = <Row>({ rows, cursors, hasNextPage, hasPreviousPage }: PageOf<Row>) => ({
  edges: rows.map((node, index) => ({ node, cursor: cursors[index] ?? '' })),
  pageInfo: { hasNextPage, hasPreviousPage, startCursor: cursors[0] ?? null, endCursor: cursors.at(-1) ?? null },
});
