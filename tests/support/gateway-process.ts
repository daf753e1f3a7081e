import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { newDataDir } from './pglite-template.ts';

const START_MS = 60_000;

/** `turnlog gateway` as an EventStoreDB stand-in in a process of its own, on an embedded store or on `DATABASE_URL`. */
export const startGatewayProcess = async (env: Record<string, string> = {}) => {
  const dataDir = await newDataDir('turnlog-gateway-');
  const start = async (port: string) => {
    const child = spawn(process.execPath, ['server/launch.mjs', 'gateway'], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        GATEWAY_ANONYMOUS: '1',
        GATEWAY_WRITES: '1',
        GATEWAY_PORT: port,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const url = await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error(`the gateway does not start:\n${said}`));
      const timer = setTimeout(fail, START_MS);
      child.once('exit', fail);
      child.stdout.on('data', (chunk) => {
        said += chunk;
        const found = /esdb:\S+/.exec(said)?.[0];
        if (!found) return;
        clearTimeout(timer);
        child.off('exit', fail);
        resolve(found);
      });
    });
    return { child, url };
  };

  let running = await start('0');
  const { url } = running;
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return;
    const gone = once(running.child, 'exit');
    running.child.kill(signal);
    await gone;
  };
  return {
    url,
    kill,
    /** Again, on the same port and data. */
    async restart() {
      running = await start(/:(\d+)\?/.exec(url)?.[1] ?? '0');
    },
    async close() {
      await kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
