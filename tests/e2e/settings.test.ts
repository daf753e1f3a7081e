import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '../support/server.ts';
import { openWeb } from '../support/web.ts';

let web: Awaited<ReturnType<typeof openWeb>>;
let page: Page;

beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web.close());
beforeEach(async () => {
  page = await web.enter();
  await page.getByRole('link', { name: 'Settings' }).click();
});
afterEach(() => page.context().close());

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
    const me = () => fetch(`${web.server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await me()).json()).toMatchObject({ username: 'admin', scopes: ['audit'] });
    await page.getByRole('button', { name: 'Revoke nightly export' }).click();
    await page.getByText('You have none.').waitFor();
    expect((await me()).status).toBe(401);
  });
});

describe('the password', () => {
  test('is changed by who knows it, which signs out everywhere else', async () => {
    const other = await web.enter();
    await open('Password');
    const fill = async (current: string, password: string, again = password) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('New password again').fill(again);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await fill(PASSWORD, 'a new horse', 'another horse');
    await page.getByText('The two new passwords differ.').waitFor();
    await fill('wrong', 'a new horse');
    await page.getByText('The current password is wrong.').waitFor();
    await fill(PASSWORD, 'password123');
    await page.getByText('among the first that anybody tries').waitFor();
    await fill(PASSWORD, 'a new horse');
    await page.getByText('Changed.').waitFor();
    await other.reload();
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    await other.context().close();
    await fill('a new horse', PASSWORD); // for the tests behind this one
    await page.getByText('Changed.').waitFor();
  });
});

describe('preferences', () => {
  test('are kept, and the theme is shown at once and in the next browser', async () => {
    await page.getByLabel('Depth').selectOption('Brief');
    await page.getByLabel('Temperature').fill('0.2');
    await page.getByLabel('Theme').selectOption('Dark');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Temperature').inputValue()).toBe('0.2');
    expect(await page.getByLabel('Depth').inputValue()).toBe('BRIEF');
    const other = await web.enter();
    await expect.poll(() => other.locator('html').getAttribute('data-theme')).toBe('dark');
    await other.context().close();
    await page.getByLabel('Theme').selectOption('As the system');
    await page.getByLabel('Temperature').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByLabel('Temperature').evaluate((input) => input.matches(':invalid'))).toBe(true);
    await page.getByLabel('Temperature').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
  });
});

describe('sessions', () => {
  test('are listed, and one that is ended here is out there', async () => {
    const other = await web.enter();
    await open('Sessions');
    const sessions = page.getByRole('list', { name: 'Sessions' });
    await sessions.getByText('This one').waitFor();
    await sessions.getByRole('button', { name: 'Sign out' }).first().click();
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    await other.context().close();
  });
});

describe('the model picker', () => {
  test('offers what each provider has, and the chosen one answers', async () => {
    await open('Chat');
    const picker = page.getByRole('combobox', { name: 'Model' });
    await picker.waitFor();
    expect(
      await picker.locator('optgroup').evaluateAll((groups) => groups.map((group) => group.getAttribute('label'))),
    ).toEqual(['ollama', 'scripted']);
    await picker.selectOption('scripted');
    await expect.poll(() => picker.isEnabled()).toBe(true);
    const before = web.ollama.exchanges.length;
    await page.getByRole('textbox', { name: 'Message' }).fill('Who are you?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('article', { name: 'Answer' }).getByText('No language model').first().waitFor();
    expect(web.ollama.exchanges.length).toBe(before);
    await picker.selectOption('');
  });
});

describe('an administrator', () => {
  test('invites somebody, who comes in by the link once, and is shown no administration', async () => {
    await open('Users');
    await page.getByRole('button', { name: 'Invite a user' }).click();
    const link = await page.getByRole('status').getByRole('code').innerText();
    const { page: guest } = await web.visit();
    await guest.goto(link);
    await guest.getByLabel('Name').fill('grace');
    await guest.getByLabel('Password').fill('a compiler of words');
    await guest.getByRole('button', { name: 'Create account' }).click();
    await guest.getByRole('link', { name: 'Settings' }).click();
    await guest.getByRole('heading', { name: 'Preferences' }).waitFor();
    expect(await guest.getByText('Administration').count()).toBe(0);
    const { page: late } = await web.visit();
    await late.goto(link);
    await late.getByText('This link was used already').waitFor();
    await late.context().close();

    await page.reload();
    const row = page.getByRole('list', { name: 'Users' }).getByRole('listitem').filter({ hasText: 'grace' });
    await row.getByRole('button', { name: 'Disable' }).click();
    await row.getByRole('button', { name: 'Enable' }).waitFor();
    await guest.reload();
    await guest.getByRole('button', { name: 'Sign in' }).waitFor();
    await guest.context().close();
  });

  test('changes how many are answered at once, and watches the queue', async () => {
    await open('Settings');
    const chat = page.getByRole('form', { name: 'Chat' });
    await chat.getByLabel('Limit').selectOption('A number');
    await chat.getByLabel('Turns at once').fill('1');
    await chat.getByRole('button', { name: 'Apply' }).click();
    await chat.getByText('1 at once now').waitFor();
    await open('Queue');
    await page.getByText('0 of 1 run, 0 wait').first().waitFor();
    const other = await page.context().newPage();
    await other.goto(web.server.url);
    for (const text of ['tokens=1000 delay=20', 'tokens=1']) {
      await other.goto(web.server.url);
      await other.getByRole('textbox', { name: 'Message' }).fill(text);
      await other.getByRole('button', { name: 'Send' }).click();
      await other.waitForURL(/\/c\//);
    }
    await page.getByText('1 of 1 run, 1 wait').waitFor();
    await page.getByText('waits for a free slot').waitFor();
  });
});

describe('the pages', () => {
  test('fit a phone, and lead back to the chat', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const nav = page.getByRole('navigation', { name: 'Pages' });
    const menu = nav.getByRole('button');
    await menu.click();
    const names = (await nav.getByRole('link').allInnerTexts()).filter((name) => name !== 'Chat');
    expect(names).toContain('Benchmarks');
    for (const name of names) {
      if ((await menu.getAttribute('aria-expanded')) === 'false') await menu.click();
      await open(name);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await menu.innerText()).toBe(name);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
    await open('Chat');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.getByRole('button', { name: 'New chat' }).waitFor(); // without the drawer
  });

  test('of an address that leads nowhere say so, and lead on', async () => {
    await page.goto(`${web.server.url}/nowhere`);
    await page.getByText('No page has the address /nowhere.').waitFor();
    await page.getByRole('button', { name: 'Search your conversations' }).click();
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    await page.goto(`${web.server.url}/c/0198f9a0-0000-7000-8000-00000000dead`);
    await page.getByRole('heading', { name: 'No such conversation' }).waitFor();
    await page.getByRole('link', { name: 'Start a new chat' }).click();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.goto(`${web.server.url}/admin`);
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  });
});
