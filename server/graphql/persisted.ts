import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Identity } from '../auth/identity.ts';
import { TurnlogError } from '../errors.ts';

/** Documents by the SHA-256 of their text, in hex. */
export type Operations = ReadonlyMap<string, string>;

const file = z.record(z.hash('sha256'), z.string());

/** The web client's documents, which its build lists; none where it isn't built. */
export const readOperations = (webRoot: string): Operations => {
  const path = join(webRoot, 'operations.json');
  return new Map(existsSync(path) ? Object.entries(file.parse(JSON.parse(readFileSync(path, 'utf8')))) : []);
};

const byHash = z.object({ persistedQuery: z.object({ version: z.literal(1), sha256Hash: z.string() }) });

/** An operation as it is sent: by its document, or by that document's hash alone. */
export type Asked = { readonly query?: string | null | undefined; readonly extensions?: unknown };

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * The text of what is asked. With `persistedOnly` whoever comes by a browser's session may ask what is listed, and nothing
 * else; API tokens are for programs, whose documents nobody lists.
 * @throws TurnlogError NOT_FOUND (`PersistedQueryNotFound`, on which clients send the document), FORBIDDEN
 */
export const openPersisted =
  ({ operations, persistedOnly }: { operations: Operations; persistedOnly: boolean }) =>
  ({ query, extensions }: Asked, { via }: Pick<Identity, 'via'>): string | undefined => {
    if (query) {
      if (!persistedOnly || via !== 'session' || operations.has(hashOf(query))) return query;
      throw new TurnlogError(
        'FORBIDDEN',
        'this server takes the operations of its own web client alone: reload the page',
      );
    }
    const asked = byHash.safeParse(extensions);
    if (!asked.success) return undefined;
    const text = operations.get(asked.data.persistedQuery.sha256Hash);
    if (text === undefined) throw new TurnlogError('NOT_FOUND', 'PersistedQueryNotFound');
    return text;
  };
export type Persisted = ReturnType<typeof openPersisted>;
