import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { openWeb } from '../support/web.ts';

const CHAT = 'An answer, stage by stage';
const ROUTER = 'The router';

let web: Awaited<ReturnType<typeof openWeb>>;
let page: Page;
beforeAll(async () => {
  web = await openWeb();
  page = await web.enter();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Benchmarks' }).click();
});
afterAll(() => web.close());

const run = (name: string) => page.getByRole('button', { name: `Run: ${name}` });
const items = (list: string) => page.getByRole('list', { name: list }).getByRole('listitem');

describe('the benchmarks', () => {
  test('an answer is measured stage by stage, and drawn', async () => {
    await page.getByLabel('Runs of each stage').selectOption('1');
    await page.getByLabel('Model', { exact: true }).selectOption('fake:latest');
    await run(CHAT).click();
    await page.getByText('Measured with fake:latest of ollama').waitFor();
    const stages = await items('Until the first token').allInnerTexts();
    expect(stages).toHaveLength(5);
    for (const said of stages) expect(said).toMatch(/\d ms/);
    expect(stages.at(-1)).toContain('0 of 1 cached');
    expect(await items('Routing').filter({ hasText: 'greeting → no tool' }).count()).toBe(1);
    await page.getByRole('region', { name: CHAT }).getByText('As a table').click();
    expect(await page.getByRole('region', { name: 'Stages of an answer' }).getByRole('row').count()).toBe(6);
  });

  test('a run that takes too long is stopped, and the model is left alone', async () => {
    const n = web.ollama.exchanges.length;
    web.ollama.reply({ tokens: 1, ending: 'stall' });
    await run(CHAT).click();
    await page.getByRole('progressbar', { name: `Progress: ${CHAT}` }).waitFor();
    const exchange = await web.ollama.exchange(n);
    await page.getByRole('button', { name: `Stop: ${CHAT}` }).click();
    await exchange.closed;
    await run(CHAT).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('the router is measured, and drawn with its thresholds and its calibration', async () => {
    await run(ROUTER).click();
    const figures = page.getByLabel('The router in figures');
    await figures.waitFor();
    expect(await figures.innerText()).toMatch(/Accuracy\s+\d+\.\d %\s+False positives\s+\d+\.\d %/);
    const tools = await items('Accuracy, tool by tool').count();
    const confusion = page.getByRole('region', { name: 'Confusion' });
    expect(await confusion.getByRole('row').count()).toBe(tools + 1);
    expect(await confusion.getByRole('rowheader', { name: 'weather' }).count()).toBe(1);
    await page.getByRole('img', { name: 'Distribution of scores, with the thresholds 0.40 and 0.65' }).waitFor();
    await page.getByText('are on a scale of their own').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('what cannot be measured says why', async () => {
    web.ollama.reply({ tokens: 1, ending: 'fail' });
    await run(CHAT).click();
    expect(await page.getByRole('alert').innerText()).toBe('Ollama reported an error.');
  });
});
