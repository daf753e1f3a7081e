import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import { TurnlogError } from '../errors.ts';
import { lockDirectory } from './directory-lock.ts';
import type { Row, Sql, SqlRunner } from './sql.ts';

/** Its buffers are all touched at the start: Postgres' own 128 MB are half of the time that takes. The system caches files, too. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** The end of what it says while it opens, in characters. */
const MAX_SAID = 4_000;

type Runner = Pick<PGlite, 'query' | 'exec'>;

const runnerOf = (db: Runner): SqlRunner => ({
  query: async <R extends Row>(text: string, values: readonly unknown[] = []) =>
    (await db.query<R>(text, [...values])).rows,
  script: async (text) => {
    await db.exec(text);
  },
});

/** @throws TurnlogError STORE_UNAVAILABLE with what the database says of why it does not open */
const createPglite = async (dataDir: string, contents?: Blob): Promise<PGlite> => {
  let said = '';
  try {
    return await PGlite.create({
      dataDir,
      ...(contents && { loadDataDir: contents }),
      startParams,
      parsers: { [types.INT8]: (value: string) => BigInt(value) },
      onStderr(text) {
        said = `${said}${text}\n`.slice(-MAX_SAID);
        return true;
      },
    });
  } catch (cause) {
    const why = said.match(/(?:FATAL|PANIC): *(.*)/)?.[1] ?? (cause instanceof Error ? cause.message : 'unknown');
    throw new TurnlogError('STORE_UNAVAILABLE', `the embedded database does not open: ${why}`, { cause });
  }
};

/**
 * Opens a database in a folder, made there where there is none. It appears as a whole: whoever dies while making one leaves
 * nothing that a later start takes for one. The folder is ours alone, so a lock of Postgres' own is a dead process's, and it
 * would refuse an empty one for ever.
 */
const openFolder = async (folder: string, contents: Blob | undefined): Promise<PGlite> => {
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      const message = `${folder} holds something, but no database: move it away, or set another DATA_DIR`;
      throw new TurnlogError('STORE_UNAVAILABLE', message);
    }
    const unfinished = `${folder}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    await (await createPglite(unfinished, contents)).close();
    renameSync(unfinished, folder);
  }
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  return createPglite(folder);
};

/** @throws TurnlogError VALIDATION where the directory can be neither made nor written */
const claim = async (dataDir: string) => {
  try {
    mkdirSync(dataDir, { recursive: true });
    return await lockDirectory(dataDir);
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause && 'code' in cause)) throw cause;
    const message = `DATA_DIR=${dataDir}: a directory that can be written (this one: ${String(cause.code)})`;
    throw new TurnlogError('VALIDATION', message, { cause });
  }
};

/**
 * Opens the embedded Postgres in `<dataDir>/pglite`, or in memory without a directory. One process a directory: it is
 * locked while open. A database that isn't there yet begins with `contents`, a dump of a data directory.
 * @throws TurnlogError STORE_UNAVAILABLE where another process holds the directory, or it does not open; VALIDATION where it
 * is none
 */
export const openPglite = async (dataDir?: string, contents?: Blob): Promise<Sql> => {
  const lock = dataDir ? await claim(dataDir) : undefined;
  try {
    const db = await (dataDir ? openFolder(join(dataDir, 'pglite'), contents) : createPglite('memory://', contents));
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
