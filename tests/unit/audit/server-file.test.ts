import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readServerFile, writeServerFile } from '../../../server/audit/server-file.ts';

describe('the file of a running server', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'turnlog-file-'));
  });
  beforeEach(() => rmSync(join(dataDir, 'server.json'), { force: true }));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const server = { url: 'http://localhost:4000', token: 'secret' };

  it('tells where it is, to its owner alone, until it is removed', () => {
    expect(readServerFile(dataDir)).toBeNull();
    writeFileSync(join(dataDir, 'server.json.new'), 'left by a crash', { mode: 0o644 });
    const remove = writeServerFile(dataDir, server);
    expect(statSync(join(dataDir, 'server.json')).mode & 0o777).toBe(0o600);
    expect(readServerFile(dataDir)).toEqual(server);
    remove();
    expect(readServerFile(dataDir)).toBeNull();
  });

  it('says nothing once its process is gone, or where another has its pid', () => {
    writeServerFile(dataDir, server);
    const path = join(dataDir, 'server.json');
    const mine: object = JSON.parse(readFileSync(path, 'utf8'));
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    for (const other of [{ pid: gone, startedAt: null }, { startedAt: '1' }]) {
      writeFileSync(path, JSON.stringify({ ...mine, ...other }));
      expect(readServerFile(dataDir)).toBeNull();
    }
  });

  it.each(['', '{', '{}', '{"pid":1,"startedAt":null,"url":"x","token":""}'])('is nothing where it is %j', (text) => {
    writeFileSync(join(dataDir, 'server.json'), text);
    expect(readServerFile(dataDir)).toBeNull();
  });
});
