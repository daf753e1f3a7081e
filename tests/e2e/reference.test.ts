import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWeb } from '../support/web.ts';

let web: Awaited<ReturnType<typeof openWeb>>;
beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web.close());

test('the reference shows every operation, of our own files alone', async () => {
  const { page, complaints } = await web.visit({ colorScheme: 'dark' });
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(web.server.url) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url());
  });
  await page.goto(`${web.server.url}/reference`);
  await page.locator('.opblock').first().waitFor();
  const document = await page.evaluate(async () => (await fetch('/api/openapi.json')).json());
  const count = Object.values<object>(document.paths).flatMap((methods) => Object.keys(methods)).length;
  expect(await page.locator('.opblock').count()).toBe(count);
  await page.getByRole('button', { name: 'post /api/chat/stream', exact: true }).click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.locator('.live-responses-table').getByText('"unauthorized"').waitFor();
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);
  await page.context().close();
});
