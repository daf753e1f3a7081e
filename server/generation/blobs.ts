import { createHash } from 'node:crypto';
import { TurnlogError } from '../errors.ts';
import type { Sql } from '../sql/sql.ts';

const MIB = 1024 * 1024;
/** In bytes: what is larger stands in the blob table, as far as there is room for it. */
const INLINE_LIMIT = 32 * 1024;
const ROOM = { result: MIB, picture: 4 * MIB };

export type Blobs = ReturnType<typeof openBlobs>;

/** What is too large for an event, by the SHA-256 of its text. */
export const openBlobs = (sql: Sql) => ({
  /**
   * The hash of what was kept, or null where the text is small enough for an event.
   * @throws TurnlogError REJECTED where it is larger than a result (1 MiB) or a picture (4 MiB) may be
   */
  async keep(content: string, kind: keyof typeof ROOM = 'result'): Promise<string | null> {
    const bytes = Buffer.byteLength(content);
    if (bytes <= INLINE_LIMIT) return null;
    if (bytes > ROOM[kind]) {
      throw new TurnlogError('REJECTED', `its ${kind} is larger than the ${ROOM[kind] / MIB} MiB that are kept`);
    }
    const hash = createHash('sha256').update(content).digest('hex');
    await sql.query('insert into blobs (hash, content) values ($1, $2) on conflict (hash) do nothing', [hash, content]);
    return hash;
  },
  async read(hash: string): Promise<string | null> {
    const [row] = await sql.query<{ content: string }>('select content from blobs where hash = $1', [hash]);
    return row?.content ?? null;
  },
});
