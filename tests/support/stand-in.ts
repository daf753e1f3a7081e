import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

const START_MS = 60_000;

type Options = {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The command line's built entry, or what builds it first. */
  readonly entry?: string;
  readonly execArgv?: readonly string[];
};

/** `turnlog gateway` as an EventStoreDB stand-in in a process of its own, on an embedded store or on `DATABASE_URL`. */
export const startStandIn = async ({ dataDir, env = {}, entry = 'server/launch.mjs', execArgv = [] }: Options) => {
  const start = async (port: string): Promise<{ child: ChildProcess; url: string }> => {
    const child = fork(entry, ['gateway'], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        GATEWAY_ANONYMOUS: '1',
        GATEWAY_WRITES: '1',
        GATEWAY_PORT: port,
        ...env,
      },
      execArgv: [...execArgv],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const url = await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error(`the gateway does not start:\n${said}`));
      const timer = setTimeout(fail, START_MS);
      child.once('exit', fail);
      child.stdout?.on('data', (chunk) => {
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
  return {
    url,
    get process() {
      return running.child;
    },
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      const { child } = running;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
    /** Again, on the same port and data. */
    async restart() {
      running = await start(/:(\d+)\?/.exec(url)?.[1] ?? '0');
    },
  };
};
