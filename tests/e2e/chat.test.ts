import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { finished as finishedOn, openWeb, send as sendOn } from '../support/web.ts';

let web: Awaited<ReturnType<typeof openWeb>>;
let page: Page;

beforeAll(async () => {
  web = await openWeb({ LEASE_MS: '2000' });
});
afterAll(() => web.close());
beforeEach(async () => {
  page = await web.enter();
});
afterEach(() => page.context().close());

const send = (text: string, on = page) => sendOn(on, text);
const finished = () => finishedOn(page);
const answers = (on = page) => on.getByRole('article', { name: 'Answer' });
const prose = (on = page) => answers(on).last().locator('.prose');
/** Words that the fake says: `t0 t1 …`, or whatever the reply was told. */
const words = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `w${from + index} `);
const said = (count: number) => words(count).join('').trim();

describe('a person', () => {
  test('who types a wrong password is told so', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Name').fill('admin');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('do not match').waitFor();
  });

  test('sends a message, sees the answer being written, and finds the conversation in the list', async () => {
    web.ollama.reply({ tokens: words(80), delayMs: 15 });
    await send('Count for me');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await expect.poll(() => prose().innerText()).toContain('w3');
    expect(await prose().innerText()).not.toContain('w79');
    await finished();
    expect(await prose().innerText()).toBe(said(80));
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'Count for me' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/c\//);
  });

  test('reloads in the middle of an answer and reads it to its end, nothing lost or doubled', async () => {
    web.ollama.reply({ tokens: words(200), delayMs: 10 });
    await send('Count on');
    await expect.poll(() => prose().innerText()).toContain('w20');
    await page.reload();
    await expect.poll(() => prose().innerText(), { timeout: 15_000 }).toBe(said(200));
  });

  test('sees the same in two tabs, and a rename in one appears in the other', async () => {
    web.ollama.reply({ tokens: words(120), delayMs: 15 });
    await send('Both of us');
    await page.waitForURL(/\/c\//);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect.poll(() => prose(other).innerText(), { timeout: 15_000 }).toBe(said(120));
    await expect.poll(() => prose().innerText()).toBe(said(120));
    web.ollama.reply({ tokens: ['second'] });
    await send('And again', other);
    await expect.poll(() => answers().count()).toBe(2);
    await page.getByRole('button', { name: 'Options for Both of us' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('The two of us');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await other.getByRole('link', { name: 'The two of us' }).waitFor();
  });

  test('stops an answer: the provider is left, and what came stays', async () => {
    web.ollama.reply({ tokens: words(2000), delayMs: 10 });
    await send('Never mind');
    await expect.poll(() => prose().innerText()).toContain('w5');
    const exchange = await web.ollama.exchange(web.ollama.exchanges.length - 1);
    await page.getByRole('button', { name: 'Stop' }).click();
    await exchange.closed;
    await page.getByText('Stopped.').waitFor();
    const kept = await prose().innerText();
    await page.reload();
    await expect.poll(() => prose().innerText()).toBe(kept);
  });

  test('deletes a conversation after being asked', async () => {
    await send('tokens=2');
    await prose().waitFor();
    await finished();
    const title = 'tokens=2';
    await page
      .getByRole('button', { name: `Options for ${title}` })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('What would you like to know?').waitFor();
  });

  test('loses the server to kill -9 in the middle of an answer, and goes on by itself when it is back', async () => {
    web.ollama.reply({ tokens: words(500), delayMs: 10 });
    await send('Hold on');
    await expect.poll(() => prose().innerText()).toContain('w30');
    await web.server.kill('SIGKILL');
    await page.getByText('The connection is lost').waitFor();
    // The model is asked to continue what was begun.
    web.ollama.reply({ tokens: words(500), delayMs: 2 });
    await web.server.start();
    const resumed = page.getByText(/^Resumed after a pause of \d+ s \(attempt 2\)\.$/);
    await resumed.waitFor({ timeout: 30_000 });
    await finished();
    expect((await prose().innerText()).trim()).toBe(said(500).trim());
    await page.getByText('The connection is lost').waitFor({ state: 'hidden' });
    const live = await resumed.innerText();
    await page.reload();
    await expect.poll(() => resumed.innerText()).toBe(live);
    web.ollama.reply({ tokens: ['back'] });
    await send('Are you there?');
    await expect.poll(() => prose().innerText()).toBe('back');
  });
});

describe('the view', () => {
  test('pins the prompt to the top, draws earlier messages no more, and lets a reader who scrolled up alone', async () => {
    web.ollama.reply({ tokens: ['first'] });
    await send('One');
    // Until it is there, the answer may not have begun: then none is under way, either.
    await expect.poll(() => prose().innerText()).toBe('first');
    await finished();
    web.ollama.reply({ tokens: Array.from({ length: 150 }, (_, index) => `line ${index}\n\n`), delayMs: 15 });
    await send('Two');
    await expect.poll(() => prose().innerText()).toContain('line 2');
    const top = async () => {
      const [box, view] = await Promise.all([
        page.getByRole('article', { name: 'You' }).last().boundingBox(),
        page.getByTestId('messages').boundingBox(),
      ]);
      return (box?.y ?? 0) - (view?.y ?? 0);
    };
    expect(await top()).toBeLessThan(60);
    const renders = () => page.locator('section[data-renders]').first().getAttribute('data-renders');
    const before = await renders();
    await expect.poll(() => prose().innerText(), { timeout: 15_000 }).toContain('line 60');
    expect(await renders()).toBe(before);
    const gap = () =>
      page.getByTestId('messages').evaluate((view) => view.scrollHeight - view.scrollTop - view.clientHeight);
    expect(await gap()).toBeLessThan(60);
    await page.getByTestId('messages').hover();
    await page.mouse.wheel(0, -600);
    await expect.poll(gap).toBeGreaterThan(300);
    const stood = await page.getByTestId('messages').evaluate((view) => view.scrollTop);
    await expect.poll(() => prose().innerText(), { timeout: 15_000 }).toContain('line 120');
    expect(await page.getByTestId('messages').evaluate((view) => view.scrollTop)).toBe(stood);
  });

  test('fits a phone: the list is a drawer, nothing runs over the side', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Show conversations' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New chat' }).waitFor();
    await page.keyboard.press('Escape');
    await send(`tokens=20 ${'unbroken'.repeat(40)}`);
    await finished();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
