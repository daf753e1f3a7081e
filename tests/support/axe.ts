import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const found = z.object({
  violations: z.array(
    z.object({ id: z.string(), impact: z.string().nullish(), nodes: z.array(z.object({ html: z.string() })) }),
  ),
});

/**
 * What axe finds that is serious or worse on a page as it stands, each with the first elements that it was found at: by
 * the rules that are named, or by all.
 */
export const faultsOf = async (page: Page, rules?: string[]): Promise<string[]> => {
  await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = found.parse(await page.evaluate((given) => Reflect.get(window, 'axe').run(given), options));
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 200))
          .join(' ')}`,
    );
};
