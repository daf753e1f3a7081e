import { afterAll, beforeAll, expect, test } from 'vitest';
import { markdownSample } from '../support/markdown-sample.ts';
import { answered, inTokens, openWeb, send, signIn } from '../support/web.ts';

let web: Awaited<ReturnType<typeof openWeb>>;
beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web.close());

const ask = async (reply: Parameters<typeof web.ollama.reply>[0]) => {
  const visit = await web.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  await signIn(visit.page);
  web.ollama.reply(reply);
  await send(visit.page, 'Why does the tide turn twice a day?');
  return visit;
};

test('shows an answer with all that Markdown can hold, and lets nothing of it run, load or lead astray', async () => {
  const { page, complaints } = await ask({ tokens: inTokens(markdownSample) });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  const answer = await answered(page);
  await answer.getByRole('heading', { name: 'Why the tide turns twice' }).waitFor();
  expect(await answer.getByRole('table').getByRole('row').count()).toBe(3);
  expect(await answer.getByRole('link', { name: 'A chart of tides' }).getAttribute('href')).toMatch(/tides\.png$/);
  expect(await answer.locator('img, script, iframe, [onerror], a[href^="javascript:"]').count()).toBe(0);
  await expect.poll(() => answer.locator('.katex').count()).toBe(2);
  expect(await answer.locator('.katex-display').count()).toBe(1);
  expect(await answer.innerText()).toContain('costs $5 to $10');
  expect(new Set(asked)).toEqual(new Set([new URL(web.server.url).host]));
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('colours code by its language and copies it, and the whole answer as it was written', async () => {
  const { page } = await ask({ tokens: inTokens(markdownSample) });
  const answer = await answered(page);
  const code = answer.locator('figure').filter({ hasText: 'python' });
  await expect.poll(() => code.locator('span[style*="light-dark"]').count()).toBeGreaterThan(20);
  await code.getByRole('button', { name: 'Copy code' }).click();
  await code.getByText('Copied').waitFor();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(/```python\n([\s\S]+?)\n```/.exec(markdownSample)?.[1]);
  await answer.hover();
  await answer.getByRole('button', { name: 'Copy', exact: true }).click();
  await answer.getByRole('button', { name: 'Copied' }).last().waitFor();
  expect((await copied()).trim()).toBe(markdownSample.trim());
  await page.context().close();
});

test('shows half-written Markdown as what it is going to be', async () => {
  const { page } = await ask({
    tokens: ['This is **half ', 'bold', '** and `code', '`.\n\n```js\nlet a = 1;\n'],
    ending: 'stall',
  });
  const answer = page.getByRole('article', { name: 'Answer' });
  await answer.getByRole('button', { name: 'Copy code' }).waitFor();
  expect(await answer.locator('figure code').innerText()).toContain('let a = 1;');
  expect(await answer.innerText()).not.toMatch(/\*\*|`/);
  await page.getByRole('button', { name: 'Stop' }).click();
  await answered(page);
  await page.context().close();
});

test('keeps what a model thought behind a fold, while it answers and afterwards', async () => {
  const { page } = await ask({ reasoning: ['First ', 'the Moon.'], tokens: ['Twice.'] });
  const answer = await answered(page);
  expect(await answer.innerText()).not.toContain('the Moon');
  await answer.getByText('Thinking').click();
  await answer.getByText('First the Moon.').waitFor();
  await page.context().close();
});
