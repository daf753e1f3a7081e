import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../../web/pages.ts';
import { faultsOf } from '../support/axe.ts';
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

/** The rules that see colours: all others see the same in both themes. */
const colours = ['color-contrast', 'link-in-text-block'];

type Theme = 'light' | 'dark';
const other = { light: 'dark', dark: 'light' } as const;

/** As somebody's system goes from light to dark, until all colours have changed. */
const show = async (page: Page, colorScheme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changing.map(({ finished }) => finished));
  });
};

/**
 * What is serious or worse, each with the first elements that it was found at: by all rules in the theme that the page was
 * loaded in, then by those of colours in the other one.
 */
const faults = async (page: Page, theme: Theme): Promise<string[]> => {
  const all = await faultsOf(page);
  await show(page, other[theme]);
  const again = await faultsOf(page, colours);
  await show(page, theme);
  return [...all, ...again];
};

const still = { reducedMotion: 'reduce' } as const;
const screens = [
  ['loaded light, wide', { ...still, colorScheme: 'light' }],
  ['loaded dark, phone', { ...still, colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const;

describe.each(screens)('axe finds nothing serious: %s', (name, options) => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await web.visit(options));
  });
  afterAll(() => page.context().close());

  test('before one is signed in', async () => {
    await page.getByLabel('Password').waitFor();
    expect(await faults(page, options.colorScheme)).toEqual([]);
  });

  test('in a new chat, and with the list and its menu open', async () => {
    await signIn(page);
    expect(await faults(page, options.colorScheme)).toEqual([]);
    if (name.endsWith('phone')) await page.getByRole('button', { name: 'Show conversations' }).click();
    await page
      .getByRole('button', { name: /^Options for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    expect(await faults(page, options.colorScheme)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    expect(await faults(page, options.colorScheme)).toEqual([]);
  });

  test('in a conversation with all that an answer can hold, and one that failed', async () => {
    await page.goto(web.server.url + conversation);
    await page.getByRole('alert').waitFor();
    await page.locator('.katex').first().waitFor({ state: 'attached' });
    await page.getByText('Thinking').first().click();
    expect(await faults(page, options.colorScheme)).toEqual([]);
  });

  test('in the reference of the REST API', async () => {
    await page.goto(`${web.server.url}/reference/`);
    await page.locator('.opblock').first().waitFor();
    expect(await faults(page, options.colorScheme)).toEqual([]);
  });

  test.each(pages.map(({ path }) => path))('on %s', async (path) => {
    await page.goto(web.server.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await faults(page, options.colorScheme)).toEqual([]);
    if (name.endsWith('phone')) expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
