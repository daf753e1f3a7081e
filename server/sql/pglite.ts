import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import { lockDirectory } from './directory-lock.ts';
import type { Row, Sql, SqlRunner } from './sql.ts';

/** Its buffers are all touched at the start: Postgres' own 128 MB are half of the time that takes. The system caches files, too. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

type Runner = Pick<PGlite, 'query' | 'exec'>;

const runnerOf = (db: Runner): SqlRunner => ({
  query: async <R extends Row>(text: string, values: readonly unknown[] = []) =>
    (await db.query<R>(text, [...values])).rows,
  script: async (text) => {
    await db.exec(text);
  },
});

/**
 * Opens the embedded Postgres in `<dataDir>/pglite`, or in memory without a directory. One process a directory: it is
 * locked while open. A database that isn't there yet begins with `contents`, a dump of a data directory.
 * @throws TurnlogError STORE_UNAVAILABLE where another process holds the directory
 */
export const openPglite = async (dataDir?: string, contents?: Blob): Promise<Sql> => {
  if (dataDir) mkdirSync(dataDir, { recursive: true });
  const lock = dataDir ? await lockDirectory(dataDir) : undefined;
  try {
    const db = await PGlite.create({
      dataDir: dataDir ? join(dataDir, 'pglite') : 'memory://',
      ...(contents && { loadDataDir: contents }),
      startParams,
      parsers: { [types.INT8]: (value: string) => BigInt(value) },
    });
    return {
      kind: 'pglite',
      ...runnerOf(db),
      transaction: (work) => db.transaction((tx) => work(runnerOf(tx))),
      async listen(channel, { onNotice, onConnect }, signal) {
        const stop = await db.listen(channel, onNotice);
        onConnect();
        await new Promise<void>((resolve) => {
          if (signal.aborted) resolve();
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        if (!db.closed) await stop();
      },
      async close() {
        if (!db.closed) await db.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
};
