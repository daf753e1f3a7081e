import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pages } from '../../web/pages.ts';
import { markdownSample } from '../support/markdown-sample.ts';
import { answered, inTokens, openWeb, send, signIn } from '../support/web.ts';

let web: Awaited<ReturnType<typeof openWeb>>;
let conversation: string;
beforeAll(async () => {
  web = await openWeb();
  const { page } = await web.visit();
  await signIn(page);
  web.ollama.reply({ tokens: inTokens(markdownSample), reasoning: ['Let me see.'] });
  await send(page, 'Why does the tide turn twice a day?');
  await answered(page);
  web.ollama.reply({ tokens: ['It '], ending: 'fail' });
  await send(page, 'And the sun?');
  await page.getByRole('alert').waitFor();
  conversation = new URL(page.url()).pathname;
  await page.context().close();
});
afterAll(() => web.close());

const found = z.object({
  violations: z.array(
    z.object({ id: z.string(), impact: z.string().nullish(), nodes: z.array(z.object({ html: z.string() })) }),
  ),
});

/** What is serious or worse, each with the first element that it was found at. */
const faults = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const { violations } = found.parse(await page.evaluate('axe.run()'));
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html }) => html.slice(0, 200))
          .slice(0, 3)
          .join(' ')}`,
    );
};

const still = { reducedMotion: 'reduce' } as const;
const screens = [
  ['light, wide', { ...still, colorScheme: 'light' }],
  ['dark, wide', { ...still, colorScheme: 'dark' }],
  ['light, phone', { ...still, colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true }],
  ['dark, phone', { ...still, colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const;

describe.each(screens)('axe finds nothing serious: %s', (name, options) => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await web.visit(options));
  });
  afterAll(() => page.context().close());

  test('before one is signed in', async () => {
    await page.getByLabel('Password').waitFor();
    expect(await faults(page)).toEqual([]);
  });

  test('in a new chat, and with the list and its menu open', async () => {
    await signIn(page);
    expect(await faults(page)).toEqual([]);
    if (name.endsWith('phone')) await page.getByRole('button', { name: 'Show conversations' }).click();
    await page
      .getByRole('button', { name: /^Options for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    expect(await faults(page)).toEqual([]);
  });

  test('in a conversation with all that an answer can hold, and one that failed', async () => {
    await page.goto(web.server.url + conversation);
    await page.getByRole('alert').waitFor();
    await page.locator('.katex').first().waitFor({ state: 'attached' });
    await page.getByText('Thinking').first().click();
    expect(await faults(page)).toEqual([]);
  });

  test('in the reference of the REST API', async () => {
    await page.goto(`${web.server.url}/reference/`);
    await page.locator('.opblock').first().waitFor();
    expect(await faults(page)).toEqual([]);
  });

  test.each(pages.map(({ path }) => path))('on %s', async (path) => {
    await page.goto(web.server.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await faults(page)).toEqual([]);
    if (name.endsWith('phone')) expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
