#!/usr/bin/env node
// Builds what changed, then runs the command in this very process: Node 20 runs no TypeScript.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const config = join(root, 'vite.config.ts');

const shared = ['schema', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
const builds = [
  { name: 'server', inputs: [...shared, 'projections', 'server'], output: 'server/main.js', flags: ['--ssr'] },
  { name: 'web', inputs: [...shared, 'web'], output: 'web/index.html', flags: [] },
];

/** Paths, sizes and times of all inputs: what a build depends on, without reading it. */
const fingerprint = (inputs) => {
  const hash = createHash('sha256');
  const visit = (path) => {
    const found = statSync(path);
    if (found.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(`${path}\0${found.size}\0${found.mtimeMs}\0`);
  };
  for (const input of inputs) visit(join(root, input));
  return hash.digest('hex');
};

const stampOf = ({ name }) => join(dist, `${name}.stamp`);

const isCurrent = (build) =>
  existsSync(join(dist, build.output)) &&
  existsSync(stampOf(build)) &&
  readFileSync(stampOf(build), 'utf8') === fingerprint(build.inputs);

const run = async (build) => {
  // Taken first: what changes while it builds is built the next time.
  const print = fingerprint(build.inputs);
  rmSync(stampOf(build), { force: true });
  const args = [vite, 'build', '--config', config, '--logLevel', 'warn', ...build.flags];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the ${build.name} build failed (${signal ?? code})`);
  writeFileSync(`${stampOf(build)}.new`, print);
  renameSync(`${stampOf(build)}.new`, stampOf(build));
};

/** The pid in a lock file while its process lives. */
const isHeld = (lock) => {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Not written yet: its owner is at it.
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs < 5_000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** One process builds; another that starts meanwhile waits. */
const locked = async (work) => {
  const lock = join(dist, 'building');
  mkdirSync(dist, { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isHeld(lock)) await sleep(50);
      else rmSync(lock, { force: true });
    }
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
};

const buildWhatChanged = async () => {
  // An image for production holds dist alone.
  if (!existsSync(config) || !existsSync(vite)) return;
  if (builds.every(isCurrent)) return;
  await locked(async () => {
    const stale = builds.filter((build) => !isCurrent(build));
    if (stale.length === 0) return;
    process.stderr.write(`Building ${stale.map(({ name }) => name).join(' and ')} …\n`);
    await Promise.all(stale.map(run));
  });
};

const [first = 'serve'] = process.argv.slice(2);
const command = first.startsWith('--roles') ? 'serve' : first;
try {
  await buildWhatChanged();
  if (!builds.every(({ output }) => existsSync(join(dist, output)))) throw new Error('nothing is built: run npm ci');
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
if (command === 'serve') await import('../dist/server/main.js');
else if (command !== 'build') await import('../dist/server/cli.js');
