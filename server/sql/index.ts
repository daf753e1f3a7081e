import { TurnlogError } from '../errors.ts';
import { openPostgres } from './pg.ts';
import { openPglite } from './pglite.ts';
import type { Sql } from './sql.ts';

/** Who may not sign in (28), or which database there isn't (3D), is wrong in the URL. */
const isRefused = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(28|3D)/.test(error.code);

/** Says which setting a database comes from that doesn't answer, and never what that is: it holds a password. */
const openServer = async (databaseUrl: string): Promise<Sql> => {
  const sql = openPostgres(databaseUrl);
  try {
    await sql.query('select 1');
    return sql;
  } catch (cause) {
    await sql.close();
    if (isRefused(cause)) throw new TurnlogError('VALIDATION', `DATABASE_URL: ${cause.message}`, { cause });
    if (!(cause instanceof TurnlogError)) throw cause;
    throw new TurnlogError(cause.code, `DATABASE_URL: ${cause.message}`, { retryable: cause.retryable, cause });
  }
};

/**
 * Postgres where a URL is given, else the embedded one in the data directory.
 * @throws TurnlogError STORE_UNAVAILABLE, VALIDATION: which setting is wrong, and how
 */
export const openSql = async ({
  databaseUrl,
  dataDir,
}: {
  databaseUrl?: string | undefined;
  dataDir: string;
}): Promise<Sql> => (databaseUrl ? openServer(databaseUrl) : openPglite(dataDir));
