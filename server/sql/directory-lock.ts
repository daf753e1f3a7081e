import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TurnlogError } from '../errors.ts';
import { isAlive, type ProcessIdentity, processIdentity, thisProcess } from '../process.ts';

const TAKEOVER_STALE_MS = 5_000;
const POLL_MS = 25;

const readOwner = (path: string): ProcessIdentity | null => {
  try {
    return processIdentity.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
};

/** Milliseconds since it was written, by a clock that may have been set; null where it is gone. */
const ageOf = (path: string): number | null => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? Math.abs(Date.now() - found.mtimeMs) : null;
};

const isExists = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';

const take = (path: string): boolean => {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (isExists(error)) return false;
    throw error;
  }
  writeSync(file, JSON.stringify(thisProcess()));
  fsyncSync(file);
  closeSync(file);
  return true;
};

/** One process at a time judges and replaces a dead owner's lock; a claim left by a crash is dropped after a while. */
const takeOver = (path: string): boolean => {
  const claim = `${path}.takeover`;
  try {
    mkdirSync(claim);
  } catch (error) {
    if (!isExists(error)) throw error;
    const age = ageOf(claim);
    if (age !== null && age < TAKEOVER_STALE_MS) return false;
    rmSync(claim, { recursive: true, force: true });
    return takeOver(path);
  }
  try {
    const current = readOwner(path);
    const age = ageOf(path);
    // Between its creation and its content a lock is empty for a moment.
    if (age !== null && (current ? isAlive(current) : age < TAKEOVER_STALE_MS)) return false;
    // One that is gone by now was released: what stands there next is somebody's.
    if (age !== null) rmSync(path, { force: true });
    return take(path);
  } finally {
    rmSync(claim, { recursive: true, force: true });
  }
};

/**
 * Takes `<directory>/turnlog.lock`, which names its owner's pid. A dead owner's lock is taken over.
 * Where another process was killed while it took the lock, this waits a few seconds to be sure.
 * @throws TurnlogError STORE_UNAVAILABLE (details `pid`) where a living process holds it
 */
export const lockDirectory = async (directory: string): Promise<{ release: () => void }> => {
  const path = join(directory, 'turnlog.lock');
  while (!take(path) && !takeOver(path)) {
    const current = readOwner(path);
    if (current && isAlive(current)) {
      throw new TurnlogError(
        'STORE_UNAVAILABLE',
        `${directory} is in use by another Turnlog (process ${current.pid}): stop it first, or set another DATA_DIR`,
        { details: { pid: current.pid } },
      );
    }
    await sleep(POLL_MS);
  }
  return { release: () => rmSync(path, { force: true }) };
};
