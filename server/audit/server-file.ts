import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isAlive, processIdentity, thisProcess } from '../process.ts';

const shape = processIdentity.extend({ url: z.url(), token: z.string().min(1) });

/** Where the running server of a data directory is reached, and the token by which it knows the operator. */
export type RunningServer = { readonly url: string; readonly token: string };

const pathOf = (dataDir: string) => join(dataDir, 'server.json');

/** Readable by its owner alone. Returns what removes it again. */
export const writeServerFile = (dataDir: string, { url, token }: RunningServer): (() => void) => {
  const path = pathOf(dataDir);
  const draft = `${path}.new`;
  writeFileSync(draft, JSON.stringify({ ...thisProcess(), url, token }), { mode: 0o600 });
  // The mode above is for a new file alone.
  chmodSync(draft, 0o600);
  renameSync(draft, path);
  return () => rmSync(path, { force: true });
};

/** Null where no server runs: there is no file, or its process is gone. */
export const readServerFile = (dataDir: string): RunningServer | null => {
  try {
    const found = shape.parse(JSON.parse(readFileSync(pathOf(dataDir), 'utf8')));
    return isAlive(found) ? { url: found.url, token: found.token } : null;
  } catch {
    return null;
  }
};
