import { cpSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { migrate } from '../../server/sql/migrate.ts';
import { openPglite } from '../../server/sql/pglite.ts';

const DATABASE = 'pglite';
/** A dump of it, in the template's folder. */
export const DUMP = 'dump.tar';

/** An embedded database, made and migrated once for the whole run: making one takes seconds of work. */
export const makeTemplate = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnlog-template-'));
  const sql = await openPglite(folder);
  await migrate(sql);
  // Nobody opens them, and they are two thirds of the files that every copy costs.
  await sql.query(`update pg_database set datistemplate = false where datistemplate`);
  for (const name of ['template0', 'template1']) await sql.query(`drop database ${name}`);
  await sql.close();
  const database = await PGlite.create({ dataDir: join(folder, DATABASE) });
  const dump = await database.dumpDataDir('none');
  await database.close();
  await writeFile(join(folder, DUMP), Buffer.from(await dump.arrayBuffer()));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};

/** A data directory whose database is there already. Who wants to see a first start makes an empty one. */
export const newDataDir = async (prefix: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  // At a third of what it costs with a promise for each of its many files.
  cpSync(join(inject('pgliteTemplate'), DATABASE), join(folder, DATABASE), { recursive: true });
  return folder;
};
