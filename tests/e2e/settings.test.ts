import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { PASSWORD, startServer, type TestServer } from '../support/server.ts';

let browser: Browser;
let server: TestServer;
let context: BrowserContext;
let page: Page;

const signIn = async (on: Page, name: string, password: string) => {
  await on.getByLabel('Name').fill(name);
  await on.getByLabel('Password').fill(password);
  await on.getByRole('button', { name: 'Sign in' }).click();
};

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  await page.goto(server.url);
  await signIn(page, 'admin', PASSWORD);
  await page.getByRole('link', { name: 'Settings' }).click();
});
afterEach(() => context.close());

const open = (name: string, on = page) =>
  on.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();

describe('API tokens', () => {
  test('are made with scopes, work as long as they are there, and are revoked', async () => {
    await open('API tokens');
    await page.getByLabel('Name').fill('nightly export');
    await page.getByLabel('Chat').uncheck();
    await page.getByLabel('Audit').check();
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByRole('status').getByRole('code').innerText();
    const me = () => fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await me()).json()).toMatchObject({ username: 'admin', scopes: ['audit'] });
    await page.getByRole('button', { name: 'Revoke nightly export' }).click();
    await page.getByText('You have none.').waitFor();
    expect((await me()).status).toBe(401);
  });
});

describe('the pages', () => {
  test('fit a phone, and lead back to the chat', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const link of await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').all()) {
      if ((await link.innerText()) === 'Chat') continue;
      await link.click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
    await open('Chat');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  });
});
