import type { PageOf } from '../../projections/keyset.ts';
import type { Page } from '../../projections/projection.ts';

const PAGE = 500;

/** The rows of a whole list, read page by page: for contracts that know no pages. */
export const everyRow = async <Row>(read: (page: Page) => Promise<PageOf<Row>>): Promise<Row[]> => {
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const page = await read({ first: PAGE, after });
    rows.push(...page.rows);
    after = page.hasNextPage ? page.cursors.at(-1) : undefined;
  } while (after !== undefined);
  return rows;
};
