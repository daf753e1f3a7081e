import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { answered, openWeb, send, signIn } from '../support/web.ts';

let web: Awaited<ReturnType<typeof openWeb>>;
beforeAll(async () => {
  web = await openWeb({ PERSISTED_ONLY: '1' });
});
afterAll(() => web.close());

const byHash = z.object({ persistedQuery: z.object({ sha256Hash: z.hash('sha256') }) });
const sent = z.object({ query: z.literal('').optional(), extensions: byHash });

test('the client sends hashes alone, and lives with a server that takes nothing else', async () => {
  const { page } = await web.visit();
  const posted: unknown[] = [];
  const subscribed: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql') && request.method() === 'POST') posted.push(request.postDataJSON());
  });
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.type === 'subscribe') subscribed.push(message.payload);
    }),
  );
  await page.reload();
  await signIn(page);
  await send(page, 'Hello');
  await answered(page);
  await page.goto(`${web.server.url}/settings/preferences`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(posted.length).toBeGreaterThan(3);
  expect(subscribed.length).toBeGreaterThan(1);
  for (const message of [...posted, ...subscribed]) sent.parse(message);

  const status = await page.evaluate(async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ head }"}' };
    return (
      await fetch('/graphql', { ...init, headers: { ...init.headers, accept: 'application/graphql-response+json' } })
    ).status;
  });
  expect(status).toBe(403);
  await page.context().close();
});
