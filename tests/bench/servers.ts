import { mkdtemp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/listen.ts';
import { createDatabase } from '../support/postgres.ts';
import { type Child, startMeasured, startMeasuredProxy } from './children.ts';

const READY_MS = 30_000;
const PASSWORD = 'correct-horse-battery';

/** A process that clients speak to. */
export type Server = { readonly url: string; readonly cookie: string; readonly process: Child; stop(): Promise<void> };

/** Waits until something answers. */
export const ready = async (url: string): Promise<void> => {
  const deadline = performance.now() + READY_MS;
  const answers = () =>
    fetch(url).then(
      (response) => response.ok,
      () => false,
    );
  while (!(await answers())) {
    if (performance.now() > deadline) throw new Error(`${url} does not answer`);
    await sleep(25);
  }
};

const login = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/api/auth/local-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`no session: ${response.status}`);
  return cookie;
};

export const startProxy = async (ollamaUrl: string): Promise<Server> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = startMeasuredProxy(String(port), ollamaUrl);
  await ready(url);
  return { url, cookie: '', process: child, stop: child.stop };
};

/** Where a store lives: in a new database of the cluster, or embedded in the folder where there is no cluster. */
export type Place = { readonly folder: string; readonly clusterUrl: string | null };

export const openPlace = async ({ folder, clusterUrl }: Place) => {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const database = clusterUrl === null ? null : await createDatabase(clusterUrl);
  return { dataDir, databaseUrl: database?.url, leave: async () => database?.drop() };
};

/** The built server, whose entry is `main`. */
export const startTurnlog = async (main: string, ollamaUrl: string, place: Place): Promise<Server> => {
  const { dataDir, databaseUrl, leave } = await openPlace(place);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = startMeasured(resolve(main), {
    cwd: dataDir,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      OLLAMA_URL: ollamaUrl,
      ADMIN_PASSWORD: PASSWORD,
      QUEUE_LIMITS: 'chat=100',
      RATE_LIMITS: 'user=0,address=0',
      LOG_LEVEL: 'warn',
    },
  });
  await ready(`${url}/api/health/ready`);
  return {
    url,
    cookie: await login(url),
    process: child,
    async stop() {
      await child.stop();
      await leave();
    },
  };
};
