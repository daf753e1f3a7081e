import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWeb, signIn } from '../support/web.ts';

let web: Awaited<ReturnType<typeof openWeb>>;
beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web.close());

test('GraphiQL knows the schema and asks, of our own files alone', async () => {
  const { page, complaints } = await web.visit();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(web.server.url) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url());
  });
  await signIn(page);
  await page.goto(`${web.server.url}/graphiql?query=${encodeURIComponent('{ viewer { username } }')}`);
  await page.getByRole('button', { name: /execute query/i }).click();
  await page.locator('.result-window, .graphiql-response').getByText('"admin"').waitFor();
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);
  await page.context().close();
});
