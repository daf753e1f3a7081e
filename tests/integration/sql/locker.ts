import { createInterface } from 'node:readline';
import { lockDirectory } from '../../../server/sql/directory-lock.ts';

/** Tries to lock each directory that it reads, and says how that ended. What it locks stays locked. */
console.log('ready');
for await (const directory of createInterface({ input: process.stdin })) {
  try {
    await lockDirectory(directory);
    console.log('won');
  } catch (error) {
    console.log(error instanceof Error ? error.message : 'failed');
  }
}
