import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, openApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { createLog, type Log } from '../../server/log.ts';
import type { FakeModelServer } from './fake-model-server.ts';
import { startFakeOllama } from './fake-ollama.ts';
import { newDataDir } from './pglite-template.ts';

const PASSWORD = 'correct-horse-battery';

export type TestApp = {
  readonly url: string;
  readonly ollama: FakeModelServer;
  readonly cookie: string;
  readonly routes: readonly string[];
  readonly dataDir: string;
  /** Of another person. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown, init?: RequestInit): Promise<Response>;
  /** `between`: what happens to its data while it is down. */
  restart(between?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

const signIn = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/api/auth/local-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`no session: ${response.status} ${await response.text()}`);
  return cookie;
};

/** The whole app in this process, on an embedded store in a directory of its own, with a fake Ollama behind it. */
export const startTestApp = async (
  env: Record<string, string> = {},
  model: { continues?: boolean } = {},
  log: Log = createLog('silent'),
): Promise<TestApp> => {
  const dataDir = await newDataDir('turnlog-test-');
  const ollama = await startFakeOllama(model);
  const open = (): Promise<App> =>
    openApp(
      readConfig({ PORT: '0', DATA_DIR: dataDir, OLLAMA_URL: ollama.url, ADMIN_PASSWORD: PASSWORD, ...env }),
      log,
      join(dataDir, 'web'),
    );
  let app = await open();
  let cookie = await signIn(app.url);
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${app.url}${path}`, { ...init, headers: { cookie, ...init.headers } });
  return {
    get url() {
      return app.url;
    },
    ollama,
    dataDir,
    get cookie() {
      return cookie;
    },
    get routes() {
      return app.routes;
    },
    fetch: send,
    post: (path, body, init = {}) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        ...init,
        headers: { 'content-type': 'application/json', ...init.headers },
      }),
    async restart(between) {
      await app.close();
      await between?.();
      app = await open();
      cookie = await signIn(app.url);
    },
    async close() {
      await app.close();
      await ollama.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
