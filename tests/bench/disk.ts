import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from './statistics.ts';

const TIMES = 100;
const PAGE = Buffer.alloc(8192);

/** The median milliseconds that the disk takes to keep a page for good: no durable append can be faster. */
export const measureSync = async (folder: string): Promise<number> => {
  const file = await open(join(folder, 'synced'), 'w');
  const milliseconds: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    await file.write(PAGE, 0, PAGE.length, n * PAGE.length);
    const began = performance.now();
    await file.datasync();
    milliseconds.push(performance.now() - began);
  }
  await file.close();
  return median(milliseconds);
};
