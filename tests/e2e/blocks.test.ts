import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { blockSamples } from '../support/block-samples.ts';
import { blocksFile } from '../support/blocks-file.ts';
import { launchChromium } from '../support/chromium.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { answered, send, signIn } from '../support/web.ts';

let browser: Browser;
let server: TestServer;
let page: Page;
const complaints: string[] = [];
beforeAll(async () => {
  // No language model and no network, as at a first start.
  [browser, server] = await Promise.all([launchChromium(), startServer()]);
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on('console', (said) => {
    if (/Content.Security.Policy/i.test(said.text())) complaints.push(said.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(server.url);
  await signIn(page);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const blockIn = (answer: Awaited<ReturnType<typeof answered>>, name: string | RegExp) =>
  answer.getByRole('figure', { name });

describe('a question that a tool answers', () => {
  const asked: [question: string, title: string | RegExp, held: string | RegExp][] = [
    ['What is 17 * 23?', 'Calculation', '391'],
    ['convert 5 miles to km', 'Conversion', '8.04672 km'],
    ['define serendipity', 'Definition of serendipity', /noun.*good luck/],
    ["What's the date today?", 'Date and time', String(new Date().getFullYear())],
    ['What phase is the moon in tonight?', 'Moon phase', '% illuminated'],
    ['When is Easter in Germany?', /Germany/, 'Easter'],
    ['Tell me a joke', 'A joke', /\S/],
  ];

  test.each(asked)('is shown with its block, as it comes and after a reload: %s', async (question, title, held) => {
    await page.goto(server.url);
    await send(page, question);
    const look = async () => expect(await blockIn(await answered(page), title).innerText()).toMatch(held);
    await look();
    await page.reload();
    await look();
  });
});

describe('an answer out of the log', () => {
  test('shows every block, and one that nobody knows as a tree', async () => {
    const cookie = await server.login();
    const brought = await fetch(`${server.url}/api/conversations/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(blocksFile),
    });
    expect(brought.status).toBe(200);
    await page.goto(`${server.url}/c/${(await brought.json()).conversationId}`);
    const answer = await answered(page);
    for (const { title } of Object.values(blockSamples)) await blockIn(answer, title).first().waitFor();
    const tree = blockIn(answer, 'Depth');
    expect(await tree.innerText()).toContain('thickness: 2');
    await tree.getByText('of (1)').click();
    await tree.getByText('true').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

  test('names its sources in the prose by keyboard and below it, and nowhere that has none', async () => {
    const answer = await answered(page);
    const sources = answer.getByRole('list', { name: 'Sources' });
    expect(await sources.getByRole('link').first().getAttribute('href')).toBe('https://en.wikipedia.org/wiki/Tide');
    const chips = answer.getByRole('button', { name: /^Source \d/ });
    expect(await chips.evaluateAll((all) => all.map((chip) => chip.getAttribute('aria-label')))).toEqual([
      'Source 1: Tide',
      'Source 2: An old book',
    ]);
    await chips.first().focus();
    await page.keyboard.press('Enter');
    const source = page.getByRole('dialog');
    expect(await source.getByRole('link', { name: 'Tide' }).getAttribute('href')).toMatch(/wiki\/Tide$/);
    await page.keyboard.press('Escape');
    await source.waitFor({ state: 'detached' });
    expect(await answer.innerText()).toMatch(/rows\[1\].*\[9\]/s);
  });
});

describe('a tool that is turned off', () => {
  const toggle = async (name: string) => {
    await page.goto(`${server.url}/settings/tools`);
    const control = page.getByRole('switch', { name, exact: true });
    const before = await control.getAttribute('aria-checked');
    await control.click();
    await expect.poll(() => control.getAttribute('aria-checked')).not.toBe(before);
    await expect.poll(() => control.isEnabled()).toBe(true);
  };
  const ask = async (question: string) => {
    await page.goto(server.url);
    await send(page, question);
    return answered(page);
  };

  test('is used no more, until it is on again', async () => {
    await toggle('Calculator');
    expect(await blockIn(await ask('What is 17 * 23?'), 'Calculation').count()).toBe(0);
    await toggle('Calculator');
    await blockIn(await ask('What is 17 * 23?'), 'Calculation').waitFor();
  });

  test('is one of many in offline mode, which the answer says', async () => {
    await toggle('Offline mode');
    await (await ask('how is the weather in Paris today?')).getByText('Weather needs the network').waitFor();
    await page.reload(); // it stands for ever
    await (await answered(page)).getByText('Weather needs the network').waitFor();
    await toggle('Offline mode');
  });

  test('by an administrator cannot be turned on', async () => {
    await page.goto(`${server.url}/admin/users`);
    await page.getByRole('button', { name: 'Tools of admin' }).click();
    await page.getByRole('dialog').getByRole('switch', { name: 'Dictionary' }).click();
    expect(await faultsOf(page)).toEqual([]);
    await expect
      .poll(() => page.getByRole('switch', { name: 'Dictionary' }).getAttribute('aria-checked'))
      .toBe('false');
    await page.goto(`${server.url}/settings/tools`);
    expect(await page.getByRole('switch', { name: 'Dictionary' }).isDisabled()).toBe(true);
    expect(await blockIn(await ask('define serendipity'), /serendipity/).count()).toBe(0);
  });
});

test('nothing of it broke, or was refused by the page', () => {
  expect(complaints).toEqual([]);
});
