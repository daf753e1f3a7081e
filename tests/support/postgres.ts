import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './listen.ts';
import { findPostgres } from './postgres-binaries.ts';

const START_MS = 30_000;

export type Cluster = { readonly url: string; stop(): Promise<void> };
/** One that was started here can be restarted, or halted for a while: its sessions are broken off. */
export type OwnCluster = Cluster & {
  /** It takes new sessions when this resolves. */
  restart(): Promise<void>;
  /** It is gone when this resolves. */
  halt(): Promise<void>;
  /** After a halt: it takes sessions again when this resolves. */
  start(): Promise<void>;
};
type User = { readonly uid: number; readonly gid: number };

const idOf = (name: string): User | undefined => {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' })));
    return uid === undefined || gid === undefined ? undefined : { uid, gid };
  } catch {
    return undefined;
  }
};

/** Postgres refuses to run as root: another user does it then. */
const owner = (): User | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const user = idOf('postgres') ?? idOf('nobody');
  if (!user) throw new Error('Postgres does not run as root, and there is neither a user postgres nor nobody');
  return user;
};

const prefix = 'turnlog-postgres-';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Removes the clusters of runs that were killed together with what kept them. */
const sweep = (): void => {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    if (!isAlive(Number(name.split('-')[2]))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
};

const waitUntilReady = async (url: string, keeper: ChildProcess): Promise<void> => {
  const deadline = performance.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    // A connection that is refused is reported by connect(), too.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (keeper.exitCode !== null) throw new Error('it ended at once');
      if (performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
};

const startedAt = async (url: string): Promise<string | null> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ at: string }>('select pg_postmaster_start_time()::text as at');
    return rows[0]?.at ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const startCluster = async (unpack: (into: string) => string, durable: boolean): Promise<OwnCluster> => {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  let said = '';
  let keeper: ChildProcess | undefined;
  try {
    const bin = unpack(folder);
    const as = owner();
    chmodSync(folder, 0o755);
    if (as) chownSync(folder, as.uid, as.gid);
    const data = join(folder, 'data');
    const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(join(bin, 'initdb'), initial, { ...as, cwd: folder, stdio: 'pipe' });
    const port = await freePort();
    const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 200 };
    const fsync = durable ? 'on' : 'off';
    const args = Object.entries({ ...settings, fsync }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const keep = [resolve('tests/support/keep-postgres.mjs'), folder, `${as?.uid ?? ''}`, `${as?.gid ?? ''}`];
    const kept = spawn(process.execPath, [...keep, join(bin, 'postgres'), '-D', data, ...args], { detached: true });
    keeper = kept;
    for (const output of [kept.stdout, kept.stderr]) {
      output.on('data', (chunk) => {
        said = `${said}${chunk}`.slice(-2_000);
      });
    }
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await waitUntilReady(url, kept);
    return {
      url,
      async restart() {
        const before = await startedAt(url);
        kept.stdin.write('restart\n');
        for (let now = before; now === before || now === null; now = await startedAt(url)) await sleep(50);
      },
      async halt() {
        kept.stdin.write('halt\n');
        while ((await startedAt(url)) !== null) await sleep(50);
      },
      async start() {
        kept.stdin.write('start\n');
        await waitUntilReady(url, kept);
      },
      async stop() {
        const exited = once(kept, 'exit');
        kept.stdin.end();
        await exited;
      },
    };
  } catch (error) {
    keeper?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`${error instanceof Error ? error.message : error}\n${said}`);
  }
};

/**
 * `TEST_DATABASE_URL`, an installed Postgres, or the one from npm: a temporary cluster for this run. `durable`: its commits
 * outlive a machine that stops, for which they wait.
 */
export const openCluster = async ({ durable }: { durable: boolean }): Promise<Cluster> => {
  const given = process.env.TEST_DATABASE_URL;
  return given ? { url: given, stop: async () => undefined } : openOwnCluster({ durable });
};

/** A temporary cluster of one's own. */
export const openOwnCluster = async ({ durable } = { durable: true }): Promise<OwnCluster> => {
  sweep();
  const { found, tried } = findPostgres();
  const failures: string[] = [];
  for (const { path, unpack } of found) {
    try {
      return await startCluster(unpack, durable);
    } catch (error) {
      failures.push(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const why = failures.length > 0 ? failures : [`nothing in ${tried.join(', ')}`];
  throw new Error(
    `no Postgres for the tests: set TEST_DATABASE_URL to one, install one, or let npm install its optional packages.\n${why.join('\n')}`,
  );
};

/** A database of one's own in the cluster. */
export const createDatabase = async (clusterUrl: string): Promise<{ url: string; drop(): Promise<void> }> => {
  const name = `turnlog_test_${randomBytes(6).toString('hex')}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: clusterUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await admin(`create database ${name}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => admin(`drop database if exists ${name} with (force)`) };
};
