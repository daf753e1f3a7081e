import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSql } from '../../../server/sql/index.ts';
import { freshDatabase } from '../../support/sql.ts';

describe('a database that does not open names the setting that it comes from', () => {
  const refusal = (databaseUrl: string | undefined, dataDir = '/nowhere') =>
    openSql({ databaseUrl, dataDir }).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    );

  it('where no server answers, without its password', async () => {
    expect(await refusal('postgres://ada:secret@127.0.0.1:9/turnlog')).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'DATABASE_URL: the database cannot be reached',
      retryable: true,
    });
  });

  it('where the server knows no such database', async () => {
    const { url, drop } = await freshDatabase();
    const missing = new URL(url);
    missing.pathname = '/nosuchdatabase';
    expect(await refusal(missing.href)).toMatchObject({
      code: 'VALIDATION',
      message: 'DATABASE_URL: database "nosuchdatabase" does not exist',
    });
    const sql = await openSql({ databaseUrl: url, dataDir: '/nowhere' });
    expect(await sql.query('select 1 as n')).toEqual([{ n: 1 }]);
    await sql.close();
    await drop();
  });

  it('where the directory is none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnlog-settings-'));
    const file = join(folder, 'file');
    writeFileSync(file, 'mine');
    for (const [dataDir, code] of [
      [join(file, 'data'), 'ENOTDIR'],
      [file, 'EEXIST'],
    ]) {
      expect(await refusal(undefined, dataDir)).toMatchObject({
        code: 'VALIDATION',
        message: `DATA_DIR=${dataDir}: a directory that can be written (this one: ${code})`,
      });
    }
    rmSync(folder, { recursive: true });
  });
});
