import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidCursorError, type Keys, keyset, keysetCursor, pageOf } from '../../../projections/keyset.ts';
import type { Page } from '../../../projections/projection.ts';
import type { Sql } from '../../../server/sql/sql.ts';
import { openTestPglite } from '../../support/pglite.ts';
import { uuid } from '../../support/turn-samples.ts';

const keys: Keys = [
  ['pinned', 'boolean'],
  ['id', 'uuid'],
];
type Item = { readonly pinned: boolean; readonly id: string; readonly cursor: string };
const item = (n: number): Item => {
  const [pinned, id] = [n % 3 === 0, uuid(n)];
  return { pinned, id, cursor: keysetCursor([pinned, id]) };
};

const COUNT = 12;
const items = Array.from({ length: COUNT }, (_, n) => item(n));
const falling = [...items].sort((a, b) => Number(b.pinned) - Number(a.pinned) || (a.id < b.id ? 1 : -1));
const ordered = (ascending: boolean) => (ascending ? [...falling].reverse() : falling);

let sql: Sql;
beforeAll(async () => {
  sql = await openTestPglite();
  await sql.script('create table items (pinned boolean, id uuid)');
  for (const { pinned, id } of items) await sql.query('insert into items values ($1, $2)', [pinned, id]);
});
afterAll(() => sql.close());

const read = async (page: Page, ascending: boolean) => {
  const { clause, values } = keyset(page, { keys, ascending, offset: 0 });
  const found = await sql.query<{ pinned: boolean; id: string }>(`select * from items where true ${clause}`, values);
  return pageOf(
    found.map((row) => ({ ...row, cursor: keysetCursor([row.pinned, row.id]) })),
    page,
  );
};

describe('a page', () => {
  it('is the slice of the list that was asked for, from either end and between any two cursors', async () => {
    const place = fc.option(fc.nat(COUNT - 1), { nil: undefined });
    const size = fc.nat(COUNT + 2);
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.boolean(),
        size,
        place,
        place,
        async (ascending, forwards, n, after, before) => {
          const list = ordered(ascending);
          const between = list.slice(after === undefined ? 0 : after + 1, before ?? COUNT);
          const expected = forwards ? between.slice(0, n) : between.slice(Math.max(0, between.length - n));
          const page = {
            ...(forwards ? { first: n } : { last: n }),
            after: after === undefined ? undefined : list[after]?.cursor,
            before: before === undefined ? undefined : list[before]?.cursor,
          };
          const { rows, cursors, hasNextPage, hasPreviousPage } = await read(page, ascending);
          expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          expect(cursors).toEqual(expected.map(({ cursor }) => cursor));
          expect(forwards ? hasNextPage : hasPreviousPage).toBe(expected.length < between.length);
          expect(forwards ? hasPreviousPage : hasNextPage).toBe((forwards ? after : before) !== undefined);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('gives the whole list, once, to whoever follows its cursors', async () => {
    const walked: string[] = [];
    for (let after: string | undefined; ; ) {
      const { rows, cursors, hasNextPage } = await read({ first: 5, after }, false);
      walked.push(...rows.map(({ id }) => id));
      if (!hasNextPage) break;
      after = cursors.at(-1);
    }
    expect(walked).toEqual(falling.map(({ id }) => id));
  });
});

describe('a cursor', () => {
  it.each([
    ['no cursor at all', 'nonsense'],
    ['empty', ''],
    ['of another length', keysetCursor([true])],
    ['of other types', keysetCursor(['true', uuid(1)])],
    ['of something that is no id', keysetCursor([true, "'; drop table items"])],
  ])('is refused: %s', (_, after) => {
    expect(() => keyset({ after }, { keys, ascending: true, offset: 0 })).toThrow(InvalidCursorError);
    expect(() => keyset({ before: after }, { keys, ascending: true, offset: 0 })).toThrow(InvalidCursorError);
  });
});
