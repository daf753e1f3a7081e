import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventLine } from '../../../server/audit/lines.ts';
import { nodeFlags } from '../../support/node-flags.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { freshDatabase } from '../../support/sql.ts';
import { uuid } from '../../support/turn-samples.ts';

/** A command as a process of its own. */
const run = async (env: Record<string, string>, ...args: string[]) => {
  const child = spawn(process.execPath, [...nodeFlags, resolve('dist/server/cli.js'), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, code: child.exitCode };
};

/** A turn by the scripted model, to its end. Returns its id. */
const answered = async (server: TestServer): Promise<string> => {
  const response = await fetch(`${server.url}/api/chat/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: await server.login() },
    body: JSON.stringify({ message: '/script tokens=3 delay=0' }),
  });
  return /"genId":"([^"]+)"/.exec(await response.text())?.[1] ?? '';
};

const linesOf = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => eventLine.parse(JSON.parse(line)));

/** What the commands do, whoever opens the data. */
const commands = (context: () => { env: Record<string, string>; turnId: string }) => {
  it('print a turn, as fast as is asked', async () => {
    const { env, turnId } = context();
    const { stdout, code } = await run(env, 'replay', turnId, '--speed', '1000');
    expect(code).toBe(0);
    const said = stdout.split('\n');
    expect(said[0]).toMatch(/^\[0\.000 s\] TurnRequested \{.*"text":"\/script tokens=3 delay=0"/);
    expect(stdout).toMatch(/\] TokenGenerated\n\S+ \S+ \S+\n\[/);
    expect(said.at(-2)).toMatch(/^\[\d+\.\d{3} s\] TurnCompleted \{/);
  });

  it('export the log, or a part of it', async () => {
    const { env, turnId } = context();
    const all = linesOf((await run(env, 'export')).stdout);
    expect(all.map(({ position }) => Number(position))).toEqual(all.map((_, n) => n + 1));
    expect(all.filter(({ stream }) => stream === `turn-${turnId}`).at(-1)?.type).toBe('TurnCompleted');
    const part = linesOf((await run(env, 'export', '--from', '2', '--to', '4')).stdout);
    expect(part.map(({ position }) => position)).toEqual(['2', '3']);
    const later = linesOf((await run(env, 'export', '--from', all.at(-1)?.recordedAt ?? '')).stdout);
    expect(later.map(({ type }) => type)).toContain('AuditRead');
    expect(later.every(({ recordedAt }) => recordedAt >= (all.at(-1)?.recordedAt ?? ''))).toBe(true);
  });

  it('rebuild read models, and say how far they are', async () => {
    const { env } = context();
    const { stdout, code } = await run(env, 'rebuild');
    expect(code).toBe(0);
    for (const name of ['conversations', 'messages', 'turns', 'usage']) expect(stdout).toContain(`${name}: rebuilt\n`);
    expect(stdout).toMatch(/^turns: \d+ events, position \d+ of \d+$/m);
    expect((await run(env, 'rebuild', 'usage')).stdout).toMatch(/^usage: \d+ events.*\nusage: rebuilt\n$/);
  });

  it('say what is wrong in a sentence', async () => {
    const { env } = context();
    // A running server says of a rebuild that it failed, not by which code.
    const wrong: [string[], RegExp, ...number[]][] = [
      [['replay', uuid(9)], /^there is no turn 0000/, 66],
      [['replay', uuid(9), '--speed', '0'], /speed.*a number above 0/, 1],
      [['rebuild', 'nothing'], /^there is no read model nothing: it is one of conversations/, 64, 1],
      [['export', '--from', 'yesterday'], /^from: a position such as 1200/, 64],
    ];
    for (const [args, message, ...exitCodes] of wrong) {
      const { stdout, stderr, code } = await run(env, ...args);
      expect([stdout, stderr]).toEqual(['', expect.stringMatching(message)]);
      expect(exitCodes).toContain(code);
    }
  });
};

describe('the commands, on an embedded database', () => {
  let server: TestServer;
  let turnId: string;
  const env = () => ({ DATA_DIR: server.dataDir, LOG_LEVEL: 'warn' });
  beforeAll(async () => {
    server = await startServer();
    turnId = await answered(server);
  });
  afterAll(() => server.close());

  describe('with a running server', () => commands(() => ({ env: env(), turnId })));

  describe('with no server', () => {
    beforeAll(() => server.kill('SIGTERM'));
    commands(() => ({ env: env(), turnId }));

    it('have left their uses in the log', async () => {
      const uses = linesOf((await run(env(), 'export')).stdout).filter(({ type }) => type === 'AuditRead');
      expect(new Set(uses.map(({ stream }) => stream))).toEqual(new Set(['user-operator']));
      expect(uses.map(({ data }) => data.what)).toEqual(expect.arrayContaining(['export', 'turn']));
    });

    it('pass over what a killed server left behind', async () => {
      await server.start();
      const left = await readFile(join(server.dataDir, 'server.json'));
      await server.kill('SIGKILL');
      await writeFile(join(server.dataDir, 'server.json'), left);
      const { stdout, code } = await run(env(), 'export', '--to', '2');
      expect([linesOf(stdout).length, code]).toEqual([1, 0]);
    });
  });
});

describe('the commands, on Postgres', () => {
  let server: TestServer;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let turnId: string;
  beforeAll(async () => {
    database = await freshDatabase();
    server = await startServer({ DATABASE_URL: database.url });
    turnId = await answered(server);
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });
  commands(() => ({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'warn' }, turnId }));
});
