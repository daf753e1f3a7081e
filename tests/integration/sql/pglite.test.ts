import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPglite } from '../../../server/sql/pglite.ts';
import { newDataDir } from '../../support/pglite-template.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await newDataDir('turnlog-pglite-');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('opens what a process left that died while it made Postgres’ own lock', async () => {
  writeFileSync(join(dataDir, 'pglite', 'postmaster.pid'), '');
  const sql = await openPglite(dataDir);
  expect(await sql.query('select 1 as n')).toEqual([{ n: 1 }]);
  await sql.close();
});

it('makes a new one as a whole, whatever was left of an attempt', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'turnlog-pglite-'));
  // As it was found where a process was killed in the midst of its first start.
  mkdirSync(join(empty, 'pglite.new'));
  writeFileSync(join(empty, 'pglite.new', 'PG_VERSION'), '18\n');
  writeFileSync(join(empty, 'pglite.new', 'pg_hba.conf'), '');
  const sql = await openPglite(empty);
  expect(await sql.query('select 1 as n')).toEqual([{ n: 1 }]);
  expect(existsSync(join(empty, 'pglite.new'))).toBe(false);
  await sql.close();
  rmSync(empty, { recursive: true });
});

it('takes nothing that is no database for one, and leaves it as it is', async () => {
  const other = mkdtempSync(join(tmpdir(), 'turnlog-pglite-'));
  mkdirSync(join(other, 'pglite'));
  writeFileSync(join(other, 'pglite', 'notes.txt'), 'mine');
  await expect(openPglite(other)).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringContaining('holds something, but no database'),
  });
  expect(readdirSync(join(other, 'pglite'))).toEqual(['notes.txt']);
  rmSync(other, { recursive: true });
});

it('says in the database’s words why it does not open, and lets go of the directory', async () => {
  writeFileSync(join(dataDir, 'pglite', 'PG_VERSION'), '9\n');
  for (let n = 0; n < 2; n += 1) {
    await expect(openPglite(dataDir)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'the embedded database does not open: database files are incompatible with server',
    });
  }
});
