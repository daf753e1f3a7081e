import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEventStore } from '../../server/eventstore/index.ts';
import { openPostgres } from '../../server/sql/pg.ts';
import { traceFrames } from '../support/frame-trace.ts';
import { injected } from '../support/injected.ts';
import { tellLongConversation } from '../support/long-conversation.ts';
import { openWeb } from '../support/web.ts';

const EXCHANGES = 500;
let web: Awaited<ReturnType<typeof openWeb>>;
let page: Page;

beforeAll(async () => {
  web = await openWeb();
  const me = await fetch(`${web.server.url}/api/me`, { headers: { cookie: await web.server.login() } });
  const { id }: { id: string } = await me.json();
  const sql = openPostgres(web.databaseUrl);
  const store = await openEventStore(sql, { log: console, ...injected });
  const conversationId = await tellLongConversation(store, id, EXCHANGES);
  await store.close();
  await sql.close();
  page = await web.enter();
  await page.goto(`${web.server.url}/c/${conversationId}`);
});
afterAll(() => web.close());

const view = () => page.getByTestId('messages');
const shown = (n: number) => page.getByText(`Question ${n}?`, { exact: true });

test('opens at its end, and draws only what is near', async () => {
  await shown(EXCHANGES).waitFor();
  await expect.poll(() => view().evaluate((at) => at.scrollHeight - at.scrollTop - at.clientHeight)).toBeLessThan(50);
  expect(await page.locator('section[data-renders]').count()).toBeLessThan(20);
});

test('sends for older messages before one comes to them, up to the first', async () => {
  await view().hover();
  for (let n = 0; n < 400 && !(await shown(1).isVisible()); n++) {
    await page.mouse.wheel(0, -4_000);
    await page.waitForTimeout(25);
  }
  await shown(1).waitFor();
  expect(await page.getByRole('button', { name: 'Show older messages' }).count()).toBe(0);
  expect(await page.locator('section[data-renders]').count()).toBeLessThan(20);
});

test('goes to a message far up that was searched for, and shows which it is', async () => {
  await page.reload();
  await shown(EXCHANGES).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill('"Question 77?"');
  await page.getByRole('option', { name: /Question 77/ }).click();
  const found = page.locator('[data-sought]');
  await found.waitFor();
  expect(await found.innerText()).toBe('Question 77?');
  const fromTop = async () => ((await found.boundingBox())?.y ?? 0) - ((await view().boundingBox())?.y ?? 0);
  await expect.poll(async () => Math.abs((await fromTop()) - 16)).toBeLessThan(2);
  expect(await found.evaluate((message) => message === document.activeElement)).toBe(true);
  expect(await page.locator('section[data-renders]').count()).toBeLessThan(20);
});

test('scrolls through a thousand messages without losing its frames', async () => {
  await page.getByRole('button', { name: 'Jump to the end' }).click();
  await shown(EXCHANGES).waitFor();
  const frames = await traceFrames(page, () =>
    // Within the page, in steps of a frame, so that no message to the browser stands between two of them.
    view().evaluate(
      (at) =>
        new Promise<void>((resolve) => {
          let left = 120;
          const step = () => {
            at.scrollTop -= 100;
            left -= 1;
            if (left > 0) requestAnimationFrame(step);
            else resolve();
          };
          requestAnimationFrame(step);
        }),
    ),
  );
  console.log(
    `scrolling 12,000 px: ${frames.drawn} frames in ${Math.round(frames.milliseconds)} ms (${frames.rate.toFixed(1)} a second, ` +
      `${frames.dropped} dropped), ${frames.workPerFrameMs.toFixed(1)} ms of work for each`,
  );
  // How fast is the machine's affair; that most steps were drawn, and each row but once or twice, is ours.
  expect(frames.drawn).toBeGreaterThan(60);
  const rows = await page.locator('section[data-renders]').all();
  const renders = await Promise.all(rows.map((row) => row.getAttribute('data-renders')));
  expect(Math.max(...renders.map(Number))).toBeLessThan(3);
  expect(await page.locator('section[data-renders]').count()).toBeLessThan(20);
});
