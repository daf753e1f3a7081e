import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { homeAssistantDone } from '../support/sources/home-assistant.ts';
import { type Sources, startSources } from '../support/sources/replay.ts';
import { answered, openWeb, send } from '../support/web.ts';

let sources: Sources;
let web: Awaited<ReturnType<typeof openWeb>>;
let page: Page;
beforeAll(async () => {
  sources = await startSources();
  sources.replay(homeAssistantDone);
  web = await openWeb({
    TOOL_SOURCES: `homeAssistant=${sources.url}`,
    TOOL_KEYS: 'homeAssistant=key',
    TOOL_APPROVALS: 'homeAssistant',
  });
  page = await web.enter({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
});
afterAll(async () => {
  await web.close();
  await sources.close();
});

const card = () => page.getByRole('region', { name: 'A tool asks to run' });

test('a tool that asks runs once it is allowed, also after the page was loaded again', async () => {
  await send(page, 'turn on the lights in the kitchen');
  await card().getByText('turn on the lights in the kitchen').waitFor();
  expect(await card().innerText()).toMatch(/May\s+home assistant\s+run this\?/);
  await page.reload();
  await card().getByRole('button', { name: 'Allow', exact: true }).waitFor();
  expect(sources.asked()).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  await card().getByRole('button', { name: 'Allow', exact: true }).click();
  const answer = await answered(page, 0);
  expect(await answer.innerText()).toContain('Turned on the kitchen light');
  expect(await card().count()).toBe(0);
  expect(sources.asked()).toHaveLength(1);
});

test('and does not where it is not', async () => {
  await send(page, 'turn on the lights in the hall');
  await card().getByRole('button', { name: 'Don’t allow' }).press('Enter');
  await answered(page, 1);
  expect(await card().count()).toBe(0);
  expect(sources.asked()).toHaveLength(1);
});
