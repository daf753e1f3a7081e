import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { startFakeOllama } from './fake-ollama.ts';
import { PASSWORD, startServer } from './server.ts';
import { freshDatabase } from './sql.ts';

/** A browser before a server of its own, whose model is a fake one. */
export const openWeb = async (env: Record<string, string> = {}, model: { continues?: boolean } = {}) => {
  const [browser, ollama, database] = await Promise.all([launchChromium(), startFakeOllama(model), freshDatabase()]);
  const server = await startServer({ OLLAMA_URL: ollama.url, DATABASE_URL: database.url, ...env });
  let cookie: string | undefined;
  const newContext = (options: BrowserContextOptions) =>
    browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  return {
    ollama,
    server,
    databaseUrl: database.url,
    /** A page of a new browser context, nobody signed in. `complaints` gathers what its console says of refused content. */
    async visit(options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
      const page = await (await newContext(options)).newPage();
      const complaints: string[] = [];
      page.on('console', (said) => {
        if (/Content.Security.Policy/i.test(said.text())) complaints.push(said.text());
      });
      await page.goto(server.url);
      return { page, complaints };
    },
    /** A page of a new browser context, in which the administrator has a session of his own. */
    async enter(options: BrowserContextOptions = {}): Promise<Page> {
      const context = await newContext(options);
      const data = { username: 'admin', password: PASSWORD };
      await context.request.post(`${server.url}/api/auth/local-login`, { data });
      const page = await context.newPage();
      await page.goto(server.url);
      await messageBox(page).waitFor();
      return page;
    },
    /** Asks the server as the administrator, apart from the browser. @returns the answer's `data`, `any` as JSON is */
    async graphql(query: string, variables: object = {}) {
      cookie ??= await server.login();
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()).data;
    },
    async close(): Promise<void> {
      await browser.close();
      await server.close();
      await ollama.close();
      await database.drop();
    },
  };
};

const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Message' });

export const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await messageBox(page).waitFor();
};

export const send = async (page: Page, text: string): Promise<void> => {
  await messageBox(page).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
};

/** No answer is under way any more. */
export const finished = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });

/** The nth answer (from 0; -1 is the last) once it has ended. */
export const answered = async (page: Page, n = -1) => {
  const answer = page.getByRole('article', { name: 'Answer' }).nth(n);
  await answer.locator('time[title]').waitFor({ state: 'attached' });
  return answer;
};

/** A text in the pieces that a model might say it in: words and the space behind them. */
export const inTokens = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];
