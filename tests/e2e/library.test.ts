import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWeb } from '../support/web.ts';

let web: Awaited<ReturnType<typeof openWeb>>;
let page: Page;

beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web.close());

/** A conversation with an answer, by the API. */
const told = async (message: string, answer: string, projectId?: string): Promise<string> => {
  web.ollama.reply({ tokens: [answer] });
  const { sendMessage } = await web.graphql(
    'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { conversationId } }',
    { input: { message, ...(projectId && { projectId }) } },
  );
  const ended = `{ conversation(id: "${sendMessage.conversationId}") { activeTurn { id } } }`;
  await expect.poll(async () => (await web.graphql(ended)).conversation.activeTurn).toBeNull();
  return sendMessage.conversationId;
};

beforeEach(async () => {
  const { conversations } = await web.graphql('{ conversations(first: 100) { edges { node { id } } } }');
  const ids = conversations.edges.map(({ node }: { node: { id: string } }) => node.id);
  await web.graphql('mutation ($ids: [ID!]!) { deleteConversations(ids: $ids) }', { ids });
  for (const { id } of (await web.graphql('{ projects { id } }')).projects) {
    await web.graphql(`mutation { deleteProject(id: "${id}") }`);
  }
});
afterEach(() => page.context().close());

const signIn = async (path = '/') => {
  page = await web.enter();
  if (path !== '/') await page.goto(`${web.server.url}${path}`);
};
const list = () => page.getByRole('navigation', { name: 'Conversations' });
const links = () => list().getByRole('link').allInnerTexts();
const palette = () => page.getByRole('dialog', { name: 'Search and commands' });
const options = async (name: string, ...items: string[]) => {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
  for (const item of items) await page.getByRole('menuitem', { name: item }).click();
};

describe('the command palette', () => {
  test('finds titles and messages while one types, marked, and leads to them', async () => {
    const birds = await told('Which bird hovers?', 'The **kestrel** hovers, facing the wind.');
    await told('Tell me of tides', 'The moon pulls the sea.');
    await signIn();
    await page.keyboard.press('Control+k');
    await palette().getByRole('combobox').fill('kestr');
    const found = palette().getByRole('option', { name: /hovers, facing/ });
    await found.waitFor();
    expect(await found.locator('mark').allInnerTexts()).toEqual(['kestrel']);
    await found.click();
    await page.waitForURL(new RegExp(`/c/${birds}`));
    await page.getByText('facing the wind').waitFor();
    await palette().waitFor({ state: 'detached' });
  });

  test('says when nothing was found, and shows markup as text', async () => {
    await told('What does <img src=x onerror=alert(1)> do?', 'Nothing here.');
    await signIn();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await palette().getByRole('combobox').fill('onerror');
    await palette()
      .getByRole('option', { name: /<img src=x onerror=alert\(1\)>/ })
      .first()
      .waitFor();
    await palette().getByRole('combobox').fill('no such word');
    await palette().getByText('Nothing was found.').waitFor();
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
  });

  test('runs commands by the keyboard alone', async () => {
    await signIn();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('keyb');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('New chat').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.locator('body').click({ position: { x: 640, y: 200 } });
    await page.keyboard.press('Shift+?');
    await sheet.waitFor();
  });

  test('goes from one conversation to the next, and begins a new chat', async () => {
    const [one, two] = [await told('First of two', 'a'), await told('Second of two', 'b')];
    await signIn(`/c/${two}`);
    await page.getByRole('article', { name: 'Answer' }).waitFor();
    for (const title of ['First of two', 'Second of two']) await list().getByRole('link', { name: title }).waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await page.waitForURL(`**/c/${one}`);
    await page.keyboard.press('Alt+ArrowUp');
    await page.waitForURL(`**/c/${two}`);
    await page.keyboard.press('Control+Shift+O');
    await page.waitForURL(`${web.server.url}/`);
    await page.keyboard.type('/ is only a sign here');
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('/ is only a sign here');
  });
});

describe('projects', () => {
  test('are made, hold conversations, tell the model their instructions, and go without them', async () => {
    await told('An old friend', 'Hello.');
    await signIn();
    await options('Menu of the list', 'New project');
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByLabel('Name').fill('Verse');
    await dialog.getByRole('radio', { name: 'violet' }).click();
    await dialog.getByLabel('Instructions').fill('Answer in verse.');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const section = list().getByRole('button', { name: /^Verse/ });
    await section.waitFor();

    await options('Options for An old friend', 'Move to');
    await page.getByRole('menuitemradio', { name: 'Verse' }).click();
    await expect.poll(() => section.innerText()).toMatch(/1/);

    await options('Options for the project Verse', 'New chat here');
    await page.getByText('New chat in Verse').waitFor();
    web.ollama.reply({ tokens: ['Roses are red'] });
    await page.getByRole('textbox', { name: 'Message' }).fill('A poem');
    await page.keyboard.press('Enter');
    await page.getByText('Roses are red').waitFor();
    expect(JSON.stringify(web.ollama.exchanges.at(-1)?.body)).toContain('Answer in verse.');
    await expect.poll(() => section.innerText()).toMatch(/2/);

    await options('Options for the project Verse', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await section.waitFor({ state: 'detached' });
    await expect.poll(async () => (await links()).sort()).toEqual(['A poem', 'An old friend']);
  });

  test('appear in another tab at once', async () => {
    await signIn();
    await web.graphql('mutation { createProject(name: "From elsewhere") { id } }');
    await list().getByRole('button', { name: 'From elsewhere', exact: true }).waitFor();
  });
});

describe('many conversations', () => {
  test('are selected and deleted after one question', async () => {
    for (const title of ['One', 'Two', 'Three']) await told(title, 'x');
    await signIn();
    await options('Options for Two', 'Select');
    await list().getByRole('checkbox', { name: 'Three' }).check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Delete the selected' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 2 conversations?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(links).toEqual(['One']);
    await options('Menu of the list', 'Select conversations');
    await page.keyboard.press('Escape');
    await page.getByText('0 selected').waitFor({ state: 'detached' });
    expect(await links()).toEqual(['One']);
  });
});

describe('a conversation', () => {
  test('is taken out as a file and brought back, and another file is refused with words', async () => {
    const id = await told('Keep me', 'A precious answer.');
    await signIn();
    await options('Options for Keep me', 'Export');
    const [markdown] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Markdown' }).click(),
    ]);
    expect(markdown.suggestedFilename()).toBe('Keep me.md');
    expect(await readFile(await markdown.path(), 'utf8')).toContain('A precious answer.');
    await options('Options for Keep me', 'Export');
    const [json] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'JSON' }).click(),
    ]);
    const path = await json.path();

    await page.getByLabel('File to import').setInputFiles({
      name: 'other.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"format":"other"}'),
    });
    await list().getByText('That is not a conversation that was exported here').waitFor();
    await page.getByLabel('File to import').setInputFiles(path);
    await page.waitForURL(/\/c\//);
    expect(page.url()).not.toContain(id);
    await page.getByText('A precious answer.').waitFor();
    await expect.poll(links).toEqual(['Keep me', 'Keep me']);
  });
});

test('fits a phone', async () => {
  await told('A small screen', 'And a small answer.');
  await signIn();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Show conversations' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Search', exact: true }).click();
  await palette().getByRole('combobox').fill('small');
  await palette()
    .getByRole('option', { name: /small answer/ })
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
