import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { finished, openWeb } from '../support/web.ts';

let web: Awaited<ReturnType<typeof openWeb>>;
let page: Page;

beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web.close());
beforeEach(async () => {
  page = await web.enter();
});
afterEach(() => page.context().close());

const say = async (text: string, answer: string, on = page) => {
  web.ollama.reply({ tokens: [answer] });
  await on.getByRole('textbox', { name: 'Message' }).fill(text);
  await on.getByRole('button', { name: 'Send' }).last().click();
  await on.getByText(answer).waitFor();
  await finished(on);
};
const articles = (on = page) => on.locator('article[data-role]');
/** What stands on the screen, message by message. */
const shown = async (on = page) =>
  await articles(on).evaluateAll((all) =>
    all.map((one) => (one.querySelector('.prose') ?? one).textContent?.trim() ?? ''),
  );
const versions = (of: 'question' | 'answer', on = page) => on.getByRole('group', { name: `Versions of this ${of}` });
const press = async (name: string, nth = 0) => {
  await articles().nth(nth).hover();
  await page
    .getByRole('button', { name, exact: true })
    .nth(Math.floor(nth / 2))
    .click();
};

describe('branches', () => {
  test('another answer stands beside the first, and arrows lead between them, over a reload', async () => {
    await say('How are the tides?', 'They turn.');
    await say('And the moon?', 'It pulls.');
    web.ollama.reply({ tokens: ['They ', 'come ', 'and ', 'go.'], delayMs: 40 });
    await press('Regenerate', 1);
    await expect.poll(shown).toEqual(['How are the tides?', 'They come and go.']);
    await finished(page);
    expect(await versions('answer').innerText()).toContain('2/2');
    await page.getByRole('button', { name: 'Previous answer' }).click();
    await expect.poll(shown).toEqual(['How are the tides?', 'They turn.', 'And the moon?', 'It pulls.']);
    await page.reload();
    await expect.poll(shown).toEqual(['How are the tides?', 'They turn.', 'And the moon?', 'It pulls.']);
    expect(await versions('answer').innerText()).toContain('1/2');
    expect(await page.getByRole('button', { name: 'Previous answer' }).isDisabled()).toBe(true);
  });

  test('an edited question stands beside the first; the keyboard alone is enough', async () => {
    await say('How are the tides?', 'They turn.');
    await page.getByRole('button', { name: 'Edit' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('textbox', { name: 'Edit message' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Edit' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.type(' today');
    web.ollama.reply({ tokens: ['High.'] });
    await page.keyboard.press('Enter');
    await expect.poll(shown).toEqual(['How are the tides? today', 'High.']);
    expect(await versions('question').innerText()).toContain('2/2');
    await page.getByRole('button', { name: 'Previous question' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(shown).toEqual(['How are the tides?', 'They turn.']);
    const told = web.ollama.exchanges.at(-1)?.body;
    expect(JSON.stringify(told)).toContain('How are the tides? today');
    expect(JSON.stringify(told)).not.toContain('They turn.');
  });

  test('two tabs follow one another, while an answer is being written too, and both keep what they asked', async () => {
    await say('How are the tides?', 'They turn.');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect.poll(() => shown(other)).toEqual(['How are the tides?', 'They turn.']);
    web.ollama.reply({ tokens: Array.from({ length: 60 }, (_, n) => `w${n} `), delayMs: 25 });
    await press('Regenerate', 1);
    await expect.poll(async () => (await shown(other))[1]).toContain('w3');
    expect(await versions('answer', other).innerText()).toContain('2/2');
    await finished(other);
    expect(await shown(other)).toEqual(await shown());
    await other.getByRole('button', { name: 'Previous answer' }).click();
    await expect.poll(shown).toEqual(['How are the tides?', 'They turn.']);

    // The other tab's message is on its way while this one's is taken: both were sent behind the same answer.
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await other.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('SendMessage')) await released;
      await route.continue();
    });
    await other.getByRole('textbox', { name: 'Message' }).fill('Mine');
    await other.getByRole('button', { name: 'Send' }).click();
    await say('Yours', 'One.');
    web.ollama.reply({ tokens: ['Two.'] });
    release();
    for (const tab of [page, other]) {
      await expect.poll(() => shown(tab)).toEqual(['How are the tides?', 'They turn.', 'Mine', 'Two.']);
      expect(await versions('question', tab).innerText()).toContain('2/2');
    }
    await page.getByRole('button', { name: 'Previous question' }).click();
    for (const tab of [page, other]) {
      await expect.poll(() => shown(tab)).toEqual(['How are the tides?', 'They turn.', 'Yours', 'One.']);
    }
  });

  test('another branch comes without a jump, the arrows under the pointer and the focus on them', async () => {
    const lines = (word: string, count: number) => `${word} `.repeat(16 * count).trim();
    await say('One', lines('first', 15));
    await say('Two', lines('second', 4));
    await say('Three', lines('third', 4));
    web.ollama.reply({ tokens: [lines('other', 12)] });
    await press('Regenerate', 3);
    await page.getByText('Three', { exact: true }).waitFor({ state: 'detached' });
    await finished(page);
    await say('Four', lines('fourth', 30));
    const arrows = versions('answer');
    // In the middle, where a click need not scroll to reach them.
    await arrows.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const top = async () => (await arrows.boundingBox())?.y ?? 0;
    const before = await top();
    await page.getByRole('button', { name: 'Previous answer' }).click();
    await page.getByText('Three', { exact: true }).waitFor();
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
    await page.keyboard.press('Enter');
    await page.getByText('Four', { exact: true }).waitFor();
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
  });

  test('what runs on a branch that is not shown can be shown, and stopped', async () => {
    await say('How are the tides?', 'They turn.');
    web.ollama.reply({ tokens: Array.from({ length: 2_000 }, (_, n) => `w${n} `), delayMs: 20 });
    await press('Regenerate', 1);
    await expect.poll(async () => (await shown())[1]).toContain('w3');
    await page.getByRole('button', { name: 'Previous answer' }).click();
    await page.getByText('An answer is being written on another branch.').waitFor();
    await page.getByRole('button', { name: 'Show it' }).click();
    await expect.poll(async () => (await shown())[1]).toContain('w5');
    await page.getByRole('button', { name: 'Previous answer' }).click();
    await page.getByText('An answer is being written on another branch.').waitFor();
    const exchange = await web.ollama.exchange(web.ollama.exchanges.length - 1);
    await page.getByRole('button', { name: 'Stop' }).click();
    await exchange.closed;
    await finished(page);
  });

  test('a message that stands on another branch is found, and its branch is shown', async () => {
    await say('How are the tides?', 'The kestrel hovers.');
    web.ollama.reply({ tokens: ['They come and go.'] });
    await press('Regenerate', 1);
    await expect.poll(shown).toEqual(['How are the tides?', 'They come and go.']);
    await finished(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search/ }).fill('kestrel');
    await page.getByRole('option', { name: /kestrel/ }).click();
    await expect.poll(shown).toEqual(['How are the tides?', 'The kestrel hovers.']);
    expect(await page.locator('[data-sought]').innerText()).toContain('The kestrel hovers.');
    expect(new URL(page.url()).search).toBe('');
  });

  test('a failed answer is tried again beside what failed, and a phone shows it all', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    web.ollama.reply({ tokens: ['Well, '], ending: 'fail' });
    await page.getByRole('textbox', { name: 'Message' }).fill('How are the tides?');
    await page.getByRole('button', { name: 'Send' }).click();
    web.ollama.reply({ tokens: ['They turn.'] });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(shown).toEqual(['How are the tides?', 'They turn.']);
    expect(await versions('answer').innerText()).toContain('2/2');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
