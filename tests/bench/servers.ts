import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/listen.ts';
import { type Child, startMeasured, startMeasuredProxy } from './children.ts';
import { openPlace, type Place } from './places.ts';

const READY_MS = 30_000;
const PASSWORD = 'correct-horse-battery';

/** A process that clients speak to; `store` is what stands in for EventStoreDB behind it. */
export type Server = {
  readonly url: string;
  readonly cookie: string;
  readonly process: Child;
  readonly store?: Child;
  stop(): Promise<void>;
};

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

/** A process of Turnlog's at a place, which others may share. */
export const startProcess = async (main: string, env: Readonly<Record<string, string>>): Promise<Server> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = startMeasured(resolve(main), {
    ...(env.DATA_DIR && { cwd: env.DATA_DIR }),
    env: {
      PORT: String(port),
      ADMIN_PASSWORD: PASSWORD,
      QUEUE_LIMITS: 'chat=100',
      RATE_LIMITS: 'user=0,address=0',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  await ready(`${url}/api/health/ready`);
  return { url, cookie: await login(url), process: child, stop: child.stop };
};

/** The built server, alone at a new place. */
export const startTurnlog = async (ollamaUrl: string, place: Place): Promise<Server> => {
  const { env, store, leave } = await openPlace(place);
  const server = await startProcess(place.main, { ...env, OLLAMA_URL: ollamaUrl });
  return {
    ...server,
    ...(store && { store }),
    async stop() {
      await server.stop();
      await leave();
    },
  };
};
