import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** `startedAt` tells a process from a later one with the same pid, where the system shows it. */
export const processIdentity = z.object({ pid: z.int().positive(), startedAt: z.string().nullable() });
export type ProcessIdentity = z.infer<typeof processIdentity>;

/** Field 22 of /proc/<pid>/stat: start time in clock ticks since boot. Null where there is no /proc. */
const startOf = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
};

export const thisProcess = (): ProcessIdentity => ({ pid: process.pid, startedAt: startOf(process.pid) });

export const isAlive = ({ pid, startedAt }: ProcessIdentity): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return startedAt === null || startOf(pid) === startedAt;
};
