import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const found = z.array(
  z.object({ id: z.string(), impact: z.string().nullish(), nodes: z.array(z.object({ html: z.string() })) }),
);

/**
 * What axe finds that is serious or worse on a page as it stands, each with the first elements that it was found at: by
 * the rules that are named, or by all.
 */
export const faultsOf = async (page: Page, rules?: string[]): Promise<string[]> => {
  // To read it takes a page about as long as to run it: each document does once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ['violations'], selectors: false, ...(rules && { runOnly: rules }) };
  // What was passed is much to send, and nobody reads it.
  const violations = await page.evaluate(
    async (given) => (await Reflect.get(window, 'axe').run(given)).violations,
    options,
  );
  return found
    .parse(violations)
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 200))
          .join(' ')}`,
    );
};
