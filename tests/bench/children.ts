import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { answerSchema } from './calls.ts';

export type Child = {
  readonly pid: number;
  call<T>(name: string, input: unknown, output: z.ZodType<T>): Promise<T>;
  stop(): Promise<void>;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
};

type Options = {
  readonly args?: readonly string[];
  readonly execArgv?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
};

/** A process with a channel, by whatever started it. */
export const callable = (child: ChildProcess, module: string): Child => {
  const waiting = new Map<number, { resolve: (output: unknown) => void; reject: (error: Error) => void }>();
  let calls = 0;
  child.on('message', (message) => {
    const { id, output, error } = answerSchema.parse(message);
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(output);
    else call?.reject(new Error(error));
  });
  child.on('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${module} ended (${signal ?? code})`));
    waiting.clear();
  });
  return {
    pid: child.pid ?? 0,
    async call(name, input, schema) {
      const id = calls++;
      const output = await new Promise((resolve, reject) => {
        if (!child.connected) return reject(new Error(`${module} is gone`));
        waiting.set(id, { resolve, reject });
        child.send({ id, name, input });
      });
      return schema.parse(output);
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      // It ends by itself, so that a profile is written.
      child.disconnect();
      await gone;
    },
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
};

/** Starts a module as a process of its own that answers calls. What it prints on stderr is shown. */
const startChild = (module: string, { args = [], execArgv = [], env, cwd }: Options = {}): Child =>
  callable(
    fork(module, args, {
      execArgv: [...execArgv],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      ...(env && { env }),
      ...(cwd && { cwd }),
    }),
    module,
  );

const here = (name: string) => join(import.meta.dirname, name);
const typescript = ['--import', 'tsx'];

const profiling: string[] = [];

/** Every process that is started from now on leaves a CPU profile. */
export const profileInto = (folder: string): void => {
  profiling.push('--cpu-prof', `--cpu-prof-dir=${resolve(folder)}`);
};

/** Makes a process one whose use of the processor and of memory is asked for. */
export const measured = (): string[] => ['--expose-gc', '--import', here('probe.mjs'), ...profiling];

/** One of this folder's modules. */
export const startBenchChild = (name: string, ...args: string[]): Child =>
  startChild(here(name), { args, execArgv: [...typescript, ...profiling] });

export const startMeasured = (module: string, { execArgv = [], ...options }: Options = {}): Child =>
  startChild(module, { ...options, execArgv: [...measured(), ...execArgv] });

export const startMeasuredProxy = (...args: string[]): Child =>
  startMeasured(here('proxy.ts'), { args, execArgv: typescript });
