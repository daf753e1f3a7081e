import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openPostgres } from '../../server/sql/pg.ts';
import { openPglite } from '../../server/sql/pglite.ts';
import type { Sql } from '../../server/sql/sql.ts';
import { findPostgres } from './postgres-binaries.ts';
import { freshDatabase } from './sql.ts';

const run = promisify(execFile);

/** Where an app keeps its data, and how infra/README.md copies it to another such place. */
export type Place = {
  /** For the app's configuration. */
  readonly env: Record<string, string>;
  /** Whether the app may run meanwhile. */
  readonly isHot: boolean;
  copyTo(other: Place): Promise<void>;
  open(): Promise<Sql>;
  remove(): Promise<void>;
};

const openFolder = async (): Promise<Place> => {
  const folder = await mkdtemp(join(tmpdir(), 'turnlog-backup-'));
  return {
    env: { DATA_DIR: folder },
    isHot: false,
    copyTo: (other) => cp(folder, other.env.DATA_DIR ?? '', { recursive: true }),
    open: () => openPglite(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** The programs of an installed Postgres; the npm package has none to copy with. */
const programs = (): string | undefined =>
  findPostgres()
    .found.map(({ path }) => path)
    .find((path) => existsSync(join(path, 'pg_dump')));

const openDatabase = async (): Promise<Place> => {
  const { url, drop } = await freshDatabase();
  const bin = programs();
  if (bin === undefined) throw new Error('pg_dump is needed: install the Postgres client programs');
  return {
    env: { DATABASE_URL: url },
    isHot: true,
    async copyTo(other) {
      const folder = await mkdtemp(join(tmpdir(), 'turnlog-dump-'));
      const file = join(folder, 'turnlog.dump');
      await run(join(bin, 'pg_dump'), ['--format=custom', `--file=${file}`, url]);
      const onto = ['--clean', '--if-exists', '--no-owner', '--single-transaction', '--exit-on-error'];
      await run(join(bin, 'pg_restore'), [...onto, `--dbname=${other.env.DATABASE_URL}`, file]);
      await rm(folder, { recursive: true });
    },
    open: async () => openPostgres(url),
    remove: drop,
  };
};

export const places: [name: string, open: () => Promise<Place>][] = [
  ['postgres, by pg_dump', openDatabase],
  ['pglite, by its folder', openFolder],
];
