import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockDirectory } from '../../../server/sql/directory-lock.ts';
import { buildScript } from './build-script.ts';

const RIVALS = 4;
const ROUNDS = 25;

type Rival = { child: ChildProcessByStdio<Writable, Readable, null>; next: () => Promise<string> };

describe('the lock of a data directory, wanted by several processes at once', () => {
  const root = mkdtempSync(join(tmpdir(), 'turnlog-lock-'));
  const rivals: Rival[] = [];
  let remove = () => {};
  const deadPid = spawnSync(process.execPath, ['-e', '']).pid;

  beforeAll(async () => {
    const script = await buildScript(join(import.meta.dirname, 'locker.ts'));
    remove = script.remove;
    for (let n = 0; n < RIVALS; n += 1) {
      const child = spawn(process.execPath, [script.file], { stdio: ['pipe', 'pipe', 'inherit'] });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      rivals.push({ child, next: async () => String((await lines.next()).value) });
    }
    for (const rival of rivals) expect(await rival.next()).toBe('ready');
  });
  afterAll(() => {
    for (const { child } of rivals) child.kill();
    remove();
    rmSync(root, { recursive: true, force: true });
  });

  const starts: [string, (lock: string) => void][] = [
    ['free', () => undefined],
    ['left by a dead owner', (lock) => writeFileSync(lock, JSON.stringify({ pid: deadPid, startedAt: '1' }))],
    [
      'left half written long ago',
      (lock) => {
        writeFileSync(lock, '{"pid":');
        utimesSync(lock, 1, 1);
      },
    ],
  ];
  it.each(starts)('is won by exactly one where it was %s', async (name, prepare) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const directory = join(root, `${name.replaceAll(' ', '-')}-${round}`);
      mkdirSync(directory);
      prepare(join(directory, 'turnlog.lock'));
      for (const { child } of rivals) child.stdin.write(`${directory}\n`);
      const answers = await Promise.all(rivals.map((rival) => rival.next()));
      const winners = rivals.filter((_, index) => answers[index] === 'won');
      expect(winners).toHaveLength(1);
      expect(JSON.parse(readFileSync(join(directory, 'turnlog.lock'), 'utf8'))).toMatchObject({
        pid: winners[0]?.child.pid,
      });
      expect(answers.filter((answer) => answer.includes('is in use by another Turnlog'))).toHaveLength(RIVALS - 1);
    }
  });

  it('is refused with the pid of the process that holds it', async () => {
    const directory = join(root, 'free-0');
    const { pid } = JSON.parse(readFileSync(join(directory, 'turnlog.lock'), 'utf8'));
    expect(rivals.map(({ child }) => child.pid)).toContain(pid);
    await expect(lockDirectory(directory)).rejects.toEqual(
      expect.objectContaining({
        code: 'STORE_UNAVAILABLE',
        details: { pid },
        message: expect.stringContaining(`process ${pid}`),
      }),
    );
  });
});
