import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeFlags } from '../../support/node-flags.ts';
import { buildScript } from '../sql/build-script.ts';

export type Appender = {
  /** Ids of the events whose append was answered, in the order of the answers. */
  readonly acknowledged: readonly string[];
  /** Opens the store and appends until killed. */
  go(): void;
  /** Kills it this long after its first answer, or after `go` where `before` says so. */
  killAfter(milliseconds: number, from: 'go' | 'first answer'): Promise<void>;
};

/** Builds the appender; `start` spawns one that is loaded and waits. `remove` deletes what was built. */
export const buildAppender = async () => {
  const { file, remove } = await buildScript(join(import.meta.dirname, 'appender.ts'));
  const start = async (...args: string[]): Promise<Appender> => {
    const child = spawn(process.execPath, [...nodeFlags, file, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    const closed = once(child, 'close');
    const acknowledged: string[] = [];
    let [rest, said] = ['', ''];
    let heard: (line: string) => void = () => undefined;
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      // An answer that was cut off while it was being written was not given.
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== 'ready') acknowledged.push(line);
        heard(line);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
    const line = () =>
      new Promise<void>((resolve, reject) => {
        heard = () => resolve();
        child.once('close', () => reject(new Error(`the appender ended by itself:\n${said}`)));
      });
    await line();
    return {
      acknowledged,
      go: () => void child.stdin.write('go\n'),
      async killAfter(milliseconds, from) {
        if (from === 'first answer') await line();
        await sleep(milliseconds);
        child.kill('SIGKILL');
        await closed;
        if (child.signalCode !== 'SIGKILL') throw new Error(`the appender ended by itself:\n${said}`);
      },
    };
  };
  return { start, remove };
};
