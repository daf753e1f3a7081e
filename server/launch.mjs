#!/usr/bin/env node
// Builds what changed, then runs the command in this very process: Node 20 runs no TypeScript.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

const builds = {
  server: { inputs: ['schema', 'projections', 'server', 'package.json', 'vite.config.ts'], ssr: true },
  web: { inputs: ['schema', 'web', 'package.json', 'vite.config.ts'], ssr: false },
};

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

const stampOf = (name) => join(dist, `${name}.stamp`);
const isCurrent = (name, print) => existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === print;

/** One process builds; another that starts meanwhile waits. A lock that a crash left behind is dropped. */
const locked = async (work) => {
  const lock = join(dist, 'building');
  mkdirSync(dist, { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      const found = statSync(lock, { throwIfNoEntry: false });
      if (found && Date.now() - found.mtimeMs > 120_000) rmSync(lock, { recursive: true, force: true });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  try {
    await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
};

const buildWhatChanged = async () => {
  // A production image holds dist alone.
  if (!existsSync(join(root, 'vite.config.ts')) || !existsSync(join(root, 'node_modules', 'vite'))) return;
  const stale = () => Object.entries(builds).filter(([name, { inputs }]) => !isCurrent(name, fingerprint(inputs)));
  if (stale().length === 0) return;
  await locked(async () => {
    const todo = stale();
    if (todo.length === 0) return;
    process.stderr.write(`Building ${todo.map(([name]) => name).join(' and ')} …\n`);
    const { build } = await import('vite');
    for (const [name, { inputs, ssr }] of todo) {
      const print = fingerprint(inputs);
      const options = ssr ? { ssr: true } : {};
      await build({
        root: ssr ? root : undefined,
        configFile: join(root, 'vite.config.ts'),
        logLevel: 'warn',
        build: options,
      });
      writeFileSync(`${stampOf(name)}.new`, print);
      renameSync(`${stampOf(name)}.new`, stampOf(name));
    }
  });
};

const [command = 'serve'] = process.argv.slice(2);
await buildWhatChanged();
if (command === 'serve') await import('../dist/server/main.js');
else if (command !== 'build') await import('../dist/server/cli.js');
