import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { answered, openWeb, send, signIn } from '../support/web.ts';

let web: Awaited<ReturnType<typeof openWeb>>;
let page: Page;
beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web.close());
beforeEach(async () => {
  page = await web.enter({ permissions: ['clipboard-read', 'clipboard-write'] });
});
afterEach(() => page.context().close());

const box = () => page.getByRole('textbox', { name: 'Message' });
const paste = async (text: string) => {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await box().press('ControlOrMeta+v');
};
const prompt = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });
const promptOf = async (n: number) => prompt.parse((await web.ollama.exchange(n)).body).messages;

test('attaches a long text that is pasted; the model reads it, now and later', async () => {
  const text = `High water at noon. ${'x'.repeat(24_000)}`;
  await paste(text);
  await page.getByRole('button', { name: 'Remove pasted 2.txt' }).waitFor();
  expect(await box().inputValue()).toBe('');
  await page.reload();
  await page.getByRole('button', { name: 'Remove pasted 2.txt' }).click();
  await send(page, 'When?');
  await answered(page);
  await page.getByRole('list', { name: 'Attachments' }).getByText('20.0 k characters').waitFor();
  expect((await promptOf(0)).at(-1)?.content).toBe(`When?\n\nAttached file pasted.txt:\n${text.slice(0, 20_000)}`);
  await page.reload();
  await page.getByRole('list', { name: 'Attachments' }).getByRole('button', { name: 'pasted.txt' }).click();
  const dialog = page.getByRole('dialog', { name: 'pasted.txt' });
  await expect.poll(() => dialog.locator('pre').textContent()).toBe(text.slice(0, 20_000));
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

test('leaves a short text in the box, and refuses more than can go with a message', async () => {
  await paste('short');
  expect(await box().inputValue()).toBe('short');
  await paste('x'.repeat(100_001));
  await page.getByRole('alert').getByText('At most 5 attachments').waitFor();
});

test('keeps a draft for each conversation, until one signs out', async () => {
  await send(page, 'First');
  await answered(page);
  await box().fill('more of the first');
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect.poll(() => box().inputValue()).toBe('');
  expect(await page.getByTestId('messages').count()).toBe(0);
  await box().fill('something new');
  await page.getByRole('link', { name: 'First' }).click();
  await expect.poll(() => box().inputValue()).toBe('more of the first');
  await page.goto(web.server.url);
  await expect.poll(() => box().inputValue()).toBe('something new');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page);
  expect(await box().inputValue()).toBe('');
});

test('says that one is offline, and goes on by itself afterwards', async () => {
  web.ollama.reply({ tokens: Array.from({ length: 100 }, (_, n) => `w${n} `), delayMs: 20 });
  await send(page, 'Count');
  await page.getByText('w5').waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await page.context().setOffline(false);
  expect(await (await answered(page)).locator('.prose').innerText()).toMatch(/^w0 w1 .* w99$/s);
  await page.getByText('You are offline').waitFor({ state: 'hidden' });
});

test('begins with an example', async () => {
  await page.getByRole('list', { name: 'Examples' }).getByRole('button').first().click();
  await answered(page);
});
