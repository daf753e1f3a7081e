import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeFlags } from './node-flags.ts';
import { newDataDir } from './pglite-template.ts';

const READY_MS = 30_000;
export const PASSWORD = 'correct-horse-battery';

export type TestServer = {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  logs(): string;
  /** Ends the process by the signal and waits until it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again, on the same port and data. */
  start(): Promise<void>;
  /** A session's cookie. */
  login(): Promise<string>;
  close(): Promise<void>;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
};

/** The built server as a process of its own, with a data directory of its own. */
export const startServer = async (env: Record<string, string> = {}): Promise<TestServer> => {
  const dataDir = await newDataDir('turnlog-server-');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  let said = '';

  const start = async () => {
    child = spawn(process.execPath, [...nodeFlags, resolve('dist/server/main.js')], {
      cwd: dataDir,
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: PASSWORD,
        OLLAMA_URL: 'http://127.0.0.1:9',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer) => {
      said = (said + chunk).slice(-100_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const deadline = performance.now() + READY_MS;
    while (
      !(await fetch(`${url}/api/health/ready`).then(
        (r) => r.ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`the server does not start:\n${said}`);
      await sleep(25);
    }
  };

  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };

  await start();
  return {
    url,
    dataDir,
    get pid() {
      return child.pid ?? 0;
    },
    logs: () => said,
    kill,
    start,
    async login() {
      const response = await fetch(`${url}/api/auth/local-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: PASSWORD }),
      });
      const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
      if (!cookie) throw new Error(`no session: ${response.status} ${await response.text()}`);
      return cookie;
    },
    async close() {
      await kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
