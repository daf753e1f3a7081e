import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { PASSWORD, startServer, type TestServer } from '../support/server.ts';
import { freshDatabase } from '../support/sql.ts';

let browser: Browser;
let server: TestServer;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let context: BrowserContext;
let page: Page;

/** Answered by the scripted model. */
const ask = async (message: string, cookie: string) => {
  const response = await fetch(`${server.url}/api/chat/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ message }),
  });
  await response.text();
};

beforeAll(async () => {
  [browser, database] = await Promise.all([launchChromium(), freshDatabase()]);
  server = await startServer({ DATABASE_URL: database.url });
  const cookie = await server.login();
  for (let n = 0; n < 52; n += 1) await ask('/script tokens=1 delay=0', cookie);
  await ask('/script tokens=40 delay=0', cookie);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await server.close();
  await database.drop();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  await page.goto(`${server.url}/audit`);
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
});
afterEach(() => context.close());

const rows = () => page.getByRole('region', { name: 'Turns' }).locator('tbody tr');
const slider = () => page.getByRole('slider', { name: 'Revision' });
const said = () => page.getByRole('region', { name: 'Text so far' }).locator('p').innerText();

describe('the turns', () => {
  test('stand in a list, page by page, the newest first, with who, what, and how long', async () => {
    await expect.poll(() => rows().count()).toBe(50);
    const newest = await rows().first().innerText();
    for (const part of ['admin', 'scripted', 'completed', '40']) expect(newest).toContain(part);
    await page.getByRole('button', { name: 'Show older ones' }).click();
    await expect.poll(() => rows().count()).toBe(53);
    await page.getByRole('button', { name: 'Show older ones' }).waitFor({ state: 'detached' });
  });

  test('are filtered by outcome, model, day and user', async () => {
    await page.getByLabel('Outcome').selectOption('failed');
    await page.getByText('There are none.').waitFor();
    await page.getByLabel('Outcome').selectOption('completed');
    await page.getByLabel('Model').fill('scripted');
    await expect.poll(() => rows().count()).toBe(50);
    await page.getByLabel('Model').fill('another');
    await page.getByText('There are none.').waitFor();
    await page.getByLabel('Model').fill('');
    await page.getByLabel('To', { exact: true }).fill('2000-01-01');
    await page.getByText('There are none.').waitFor();
    await page.getByLabel('To', { exact: true }).fill('');
    await rows().first().getByRole('button', { name: 'admin' }).click();
    await page.getByRole('button', { name: 'Only admin' }).click();
    await page.getByRole('button', { name: 'Only admin' }).waitFor({ state: 'detached' });
  });
});

describe('a turn', () => {
  beforeEach(async () => {
    await rows().first().getByRole('link').click();
    await slider().waitFor();
  });

  test('is played back event by event: step, scrub, play and pause', async () => {
    await page.getByText('TurnRequested').first().waitFor();
    expect(await said()).toBe('Nothing yet.');
    await page.getByRole('button', { name: 'Step forward' }).click();
    await page.getByRole('region', { name: 'Event' }).getByText('TurnQueued').waitFor();
    await page.getByRole('button', { name: 'Step back' }).click();
    expect(await slider().inputValue()).toBe('0');

    await page.getByRole('combobox', { name: 'Speed' }).selectOption('20');
    await page.getByRole('button', { name: 'Play' }).click();
    const last = await slider().getAttribute('max');
    await expect.poll(() => slider().inputValue()).toBe(last);
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.getByRole('region', { name: 'Event' }).getByText('TurnCompleted').waitFor();
    const whole = await said();
    expect(whole.split(/\s+/)).toHaveLength(40);

    await slider().focus();
    await page.keyboard.press('Home');
    expect(await slider().inputValue()).toBe('0');
    for (let n = 0; n < 10; n += 1) await page.keyboard.press('ArrowRight');
    expect(await slider().inputValue()).toBe('10');
    expect(whole.startsWith((await said()).trim())).toBe(true);
    await page.getByRole('link', { name: 'All turns' }).click();
    await expect.poll(() => rows().count()).toBe(50);
  });

  test('has an address of its own, and fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await slider().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

describe('usage', () => {
  test('is charted by day, user and model, with the same in a table', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('img', { name: 'Tokens by day' }).waitFor();
    await page.getByLabel('Shown').selectOption('turns');
    await page.getByRole('img', { name: 'Turns by day' }).waitFor();
    await page.getByText('53 in all').waitFor();
    expect(await page.getByRole('list', { name: 'Turns by user' }).innerText()).toMatch(/admin\s+53/);
    expect(await page.getByRole('list', { name: 'Turns by model' }).innerText()).toMatch(/scripted\s+53/);
    await page.getByText('As a table').click();
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date());
    expect(await page.getByRole('row', { name: today }).innerText()).toMatch(/\t53\t0\t0\t/);
  });
});
