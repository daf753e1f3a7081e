import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDirectory } from '../../../server/sql/directory-lock.ts';

const refused = (pid?: number) =>
  expect.objectContaining({ code: 'STORE_UNAVAILABLE', retryable: false, details: { pid } });

describe('lockDirectory', () => {
  let directory: string;
  let lock: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'turnlog-lock-'));
    lock = join(directory, 'turnlog.lock');
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const left = (content: string, secondsAgo = 0) => {
    writeFileSync(lock, content);
    const at = Date.now() / 1_000 - secondsAgo;
    utimesSync(lock, at, at);
  };
  const owner = () => JSON.parse(readFileSync(lock, 'utf8'));

  it('refuses a second one and names the owner, until it is released', async () => {
    const { release } = await lockDirectory(directory);
    expect(owner()).toMatchObject({ pid: process.pid });
    await expect(lockDirectory(directory)).rejects.toEqual(refused(process.pid));
    await expect(lockDirectory(directory)).rejects.toThrow(directory);
    release();
    expect(existsSync(lock)).toBe(false);
    (await lockDirectory(directory)).release();
  });

  it('takes over from a process that has died', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    left(JSON.stringify({ pid, startedAt: null }));
    await lockDirectory(directory);
    expect(owner()).toMatchObject({ pid: process.pid });
    expect(readdirSync(directory)).toEqual(['turnlog.lock']);
  });

  it('takes over where the pid is now another process', async () => {
    left(JSON.stringify({ pid: process.pid, startedAt: '1' }));
    await lockDirectory(directory);
    expect(owner().startedAt).not.toBe('1');
  });

  it('believes a living pid where the start of processes is not shown', async () => {
    left(JSON.stringify({ pid: process.pid, startedAt: null }));
    await expect(lockDirectory(directory)).rejects.toEqual(refused(process.pid));
  });

  it.each(['', '{"pid":', '{"pid":-1,"startedAt":null}', '"nobody"', '\0\0\0'])(
    'takes over from old garbage %j',
    async (garbage) => {
      left(garbage, 60);
      await lockDirectory(directory);
      expect(owner()).toMatchObject({ pid: process.pid });
    },
  );

  it('leaves a lock alone that is just being written, until it says whose it is', async () => {
    left('');
    const locking = expect(lockDirectory(directory)).rejects.toEqual(refused(process.pid));
    await sleep(100);
    expect(readFileSync(lock, 'utf8')).toBe('');
    left(JSON.stringify({ pid: process.pid, startedAt: null }));
    await locking;
  });

  it('takes over in the end from a process that died while it wrote its lock', async () => {
    left('', 4.7);
    await lockDirectory(directory);
    expect(owner()).toMatchObject({ pid: process.pid });
  });

  it('waits for a take-over under way, and in the end takes over from one that died in it', async () => {
    left('', 60);
    const claim = `${lock}.takeover`;
    mkdirSync(claim);
    const locking = lockDirectory(directory);
    await sleep(100);
    expect(readFileSync(lock, 'utf8')).toBe('');
    const ago = Date.now() / 1_000 - 4.8;
    utimesSync(claim, ago, ago);
    await locking;
    expect(owner()).toMatchObject({ pid: process.pid });
    expect(readdirSync(directory)).toEqual(['turnlog.lock']);
  });

  it('fails plainly where there is no directory', async () => {
    await expect(lockDirectory(join(directory, 'missing'))).rejects.toThrow('ENOENT');
  });
});
