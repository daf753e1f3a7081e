import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { answered, finished, openWeb, send } from '../support/web.ts';

let web: Awaited<ReturnType<typeof openWeb>>;
let page: Page;
beforeAll(async () => {
  web = await openWeb({ QUEUE_LIMITS: 'chat=1', LEASE_MS: '2000' }, { continues: false });
});
afterAll(() => web.close());
beforeEach(async () => {
  page = await web.enter();
});
afterEach(() => page.context().close());

const alert = () => page.getByRole('alert');
const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n} `);

test('a provider that fails is told of without its own words, and asked again', async () => {
  web.ollama.reply({ status: 500, body: '{"error":"SECRET-PATH"}' });
  await send(page, 'How are the tides?');
  await alert().getByText('The answer failed').waitFor();
  expect(await alert().innerText()).not.toContain('SECRET');
  await page.reload();
  web.ollama.reply({ tokens: ['They turn.'] });
  await alert().getByRole('button', { name: 'Try again' }).click();
  await page.getByText('They turn.').waitFor();
  expect(await alert().count()).toBe(0);
});

test('an answer that its server left, and whose model cannot go on, says so over a reload and is asked for again', async () => {
  web.ollama.reply({ tokens: words(500), delayMs: 10 });
  await send(page, 'Count');
  await page.getByText('w20').waitFor();
  await web.server.kill('SIGKILL');
  await page.getByText('The connection is lost').waitFor();
  await web.server.start();
  await alert().getByText('The server stopped before the answer was finished.').waitFor();
  expect(await page.getByRole('article', { name: 'Answer' }).innerText()).toContain('w20');
  await page.reload();
  web.ollama.reply({ tokens: ['As far as three.'] });
  await alert().getByRole('button', { name: 'Try again' }).click();
  await page.getByText('As far as three.').waitFor();
});

test('a message that is one too many counts down to when it may be sent again', async () => {
  web.ollama.reply({ tokens: words(5_000), delayMs: 20 });
  await send(page, 'One');
  await page.getByText('w3').waitFor();
  for (const text of ['Two', 'Three', 'Four']) await send(page, text);
  await page.getByText('Waiting, place 3').waitFor();
  await send(page, 'Five');
  await alert().getByText('of your messages can wait at once').waitFor();
  const soon = page.getByRole('button', { name: /^Send again in \d s$/ });
  expect(await soon.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Send again', exact: true }).click();
  await finished(page);
  expect(await (await answered(page, 4)).innerText()).toContain('word19');
  expect(await alert().count()).toBe(0);
});

test('a theme that was chosen just before the page was left is kept', async () => {
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('ChangePreferences') ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await page.unroute('**/graphql');
  await page.reload();
  const theme = async () => (await web.graphql('{ viewer { preferences { theme } } }')).viewer.preferences.theme;
  await expect.poll(theme).toBe('DARK');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
});
