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

  it('refuses a second one and names the owner, until it is released', () => {
    const { release } = lockDirectory(directory);
    expect(owner()).toMatchObject({ pid: process.pid });
    expect(() => lockDirectory(directory)).toThrow(refused(process.pid));
    expect(() => lockDirectory(directory)).toThrow(directory);
    release();
    expect(existsSync(lock)).toBe(false);
    lockDirectory(directory).release();
  });

  it('takes over from a process that has died', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    left(JSON.stringify({ pid, startedAt: null }));
    lockDirectory(directory);
    expect(owner()).toMatchObject({ pid: process.pid });
    expect(readdirSync(directory)).toEqual(['turnlog.lock']);
  });

  it('takes over where the pid is now another process', () => {
    left(JSON.stringify({ pid: process.pid, startedAt: '1' }));
    lockDirectory(directory);
    expect(owner().startedAt).not.toBe('1');
  });

  it('believes a living pid where the start of processes is not shown', () => {
    left(JSON.stringify({ pid: process.pid, startedAt: null }));
    expect(() => lockDirectory(directory)).toThrow(refused(process.pid));
  });

  it.each(['', '{"pid":', '{"pid":-1,"startedAt":null}', '"nobody"', '\0\0\0'])(
    'takes over from old garbage %j',
    (garbage) => {
      left(garbage, 60);
      lockDirectory(directory);
      expect(owner()).toMatchObject({ pid: process.pid });
    },
  );

  it('leaves a lock alone that is just being written', () => {
    left('');
    expect(() => lockDirectory(directory)).toThrow(refused());
    expect(readFileSync(lock, 'utf8')).toBe('');
  });

  it('waits for a take-over under way, but not for one that has died', () => {
    left('', 60);
    const claim = `${lock}.takeover`;
    mkdirSync(claim);
    expect(() => lockDirectory(directory)).toThrow(refused());
    utimesSync(claim, 1, 1);
    lockDirectory(directory);
    expect(readdirSync(directory)).toEqual(['turnlog.lock']);
  });

  it('fails plainly where there is no directory', () => {
    expect(() => lockDirectory(join(directory, 'missing'))).toThrow('ENOENT');
  });
});
