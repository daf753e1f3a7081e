import { openPostgres } from './pg.ts';
import { openPglite } from './pglite.ts';
import type { Sql } from './sql.ts';

/** Postgres where a URL is given, else the embedded one in the data directory. */
export const openSql = async ({
  databaseUrl,
  dataDir,
}: {
  databaseUrl?: string | undefined;
  dataDir: string;
}): Promise<Sql> => (databaseUrl ? openPostgres(databaseUrl) : openPglite(dataDir));
