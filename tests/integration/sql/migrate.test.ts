import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../../server/sql/migrate.ts';
import { openPostgres } from '../../../server/sql/pg.ts';
import { openPglite } from '../../../server/sql/pglite.ts';
import { databases, freshDatabase } from '../../support/sql.ts';

const files = readdirSync(resolve('schema/migrations'))
  .filter((name) => name.endsWith('.sql'))
  .sort();
const later = '9999_from_the_future.sql';

describe.each(databases)('migrate over %s', (_, open) => {
  it('has run every file once, and refuses data of a later version, leaving it as it is', async () => {
    const { sql, close } = await open();
    const ran = () => sql.query('select name from migrations order by name');
    expect(await ran()).toEqual(files.map((name) => ({ name })));
    expect(await migrate(sql)).toEqual([]);
    await sql.query('insert into migrations (name) values ($1)', [later]);
    const before = await ran();
    await expect(migrate(sql)).rejects.toMatchObject({ code: 'REJECTED', message: expect.stringContaining(later) });
    expect(await ran()).toEqual(before);
    await close();
  });
});

describe('migrate', () => {
  it('runs once where several processes start at the same time', async () => {
    const { url, drop } = await freshDatabase();
    const processes = Array.from({ length: 4 }, () => openPostgres(url, { poolSize: 1 }));
    const ran = await Promise.all(processes.map(migrate));
    expect(ran.filter((names) => names.length > 0)).toEqual([files]);
    for (const sql of processes) await sql.close();
    await drop();
  });

  it('leaves nothing behind where it fails, and is whole the next time', async () => {
    const { url, drop } = await freshDatabase();
    const sql = openPostgres(url);
    await sql.script('create table events (in_the_way integer)');
    await expect(migrate(sql)).rejects.toThrow('"events" already exists');
    const tables = () => sql.query("select tablename from pg_tables where schemaname = 'public'");
    expect(await tables()).toEqual([{ tablename: 'events' }]);
    await sql.script('drop table events');
    expect(await migrate(sql)).toEqual(files);
    await sql.close();
    await drop();
  });

  it('keeps an embedded store over a reopening, and its directory to one at a time', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'turnlog-pglite-'));
    const first = await openPglite(join(dataDir, 'not', 'there', 'yet'));
    await migrate(first);
    const [{ id } = {}] = await first.query('select id from store');
    await expect(openPglite(join(dataDir, 'not', 'there', 'yet'))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      details: { pid: process.pid },
    });
    expect(await first.query('select id from store')).toEqual([{ id }]);
    await first.close();
    const second = await openPglite(join(dataDir, 'not', 'there', 'yet'));
    expect(await migrate(second)).toEqual([]);
    expect(await second.query('select id from store')).toEqual([{ id }]);
    await second.close();
    await second.close();
    rmSync(dataDir, { recursive: true });
  });
});
