import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createDatabase } from '../support/postgres.ts';
import { startBenchChild } from './children.ts';
import type { Metric } from './workload.ts';

const MILLISECONDS = 2_000;

/** The event store alone, without doors: on a new database of the cluster, or embedded where there is none. */
export const eventStore = async (clusterUrl: string | null): Promise<readonly Metric[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'turnlog-bench-'));
  const database = clusterUrl === null ? null : await createDatabase(clusterUrl);
  const child = startBenchChild('events.ts');
  const number = (name: string, input: unknown = null) => child.call(name, input, z.number());
  const append = (writers: number, each: number) => number('append', { writers, each, milliseconds: MILLISECONDS });
  try {
    await child.call('open', { dataDir, ...(database && { databaseUrl: database.url }) }, z.unknown());
    await number('append', { writers: 16, each: 1, milliseconds: MILLISECONDS / 4 });
    const metrics: Metric[] = [
      { name: 'appended, 1 writer × 1', unit: '/s', value: await append(1, 1) },
      { name: 'appended, 16 writers × 1', unit: '/s', value: await append(16, 1) },
      { name: 'appended, 16 writers × 20', unit: '/s', value: await append(16, 20) },
      { name: 'read forwards', unit: '/s', value: await number('read') },
      { name: 'on disk, an event', unit: 'B', value: await number('size') },
    ];
    await child.call('close', null, z.unknown());
    return metrics;
  } finally {
    await child.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
