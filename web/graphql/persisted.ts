import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { RequestError } from './errors.ts';

/** SHA-256 in hex: a document's name for the server. Not the browser's own, which is there over https alone. */
export const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** In place of a document. */
export const byHash = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } }) as const;

/** A server of another version doesn't know the hash: it is sent the document. */
export const isUnknownHash = (error: unknown): boolean =>
  error instanceof RequestError && error.message === 'PersistedQueryNotFound';
