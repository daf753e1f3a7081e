import { rmSync, writeFileSync } from 'node:fs';
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

it('says in the database’s words why it does not open, and lets go of the directory', async () => {
  writeFileSync(join(dataDir, 'pglite', 'PG_VERSION'), '9\n');
  for (let n = 0; n < 2; n += 1) {
    await expect(openPglite(dataDir)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'the embedded database does not open: database files are incompatible with server',
    });
  }
});
