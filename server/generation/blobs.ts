import { createHash } from 'node:crypto';
import type { Sql } from '../sql/sql.ts';

/** In bytes: a larger result stands in the blob table, and past the second bound it is cut. */
const INLINE_LIMIT = 32 * 1024;
const BLOB_LIMIT = 1024 * 1024;

export type Blobs = ReturnType<typeof openBlobs>;

/** What is too large for an event, by the SHA-256 of its text. */
export const openBlobs = (sql: Sql) => ({
  /** The hash of what was kept, or null where the text is small enough for an event. */
  async keep(text: string): Promise<string | null> {
    const bytes = Buffer.byteLength(text);
    if (bytes <= INLINE_LIMIT) return null;
    const content =
      bytes <= BLOB_LIMIT ? text : Buffer.from(text).subarray(0, BLOB_LIMIT).toString('utf8').toWellFormed();
    const hash = createHash('sha256').update(content).digest('hex');
    await sql.query('insert into blobs (hash, content) values ($1, $2) on conflict (hash) do nothing', [hash, content]);
    return hash;
  },
  async read(hash: string): Promise<string | null> {
    const [row] = await sql.query<{ content: string }>('select content from blobs where hash = $1', [hash]);
    return row?.content ?? null;
  },
});
