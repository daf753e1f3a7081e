import { z } from 'zod';
import { startBenchChild } from './children.ts';
import { openPlace, type Place } from './servers.ts';
import type { Metric } from './workload.ts';

const MILLISECONDS = 2_000;

/** The event store alone, without doors. */
export const startEventStore = async (place: Place) => {
  const { dataDir, databaseUrl, leave } = await openPlace(place);
  const child = startBenchChild('events.ts');
  const number = (name: string, input: unknown = null) => child.call(name, input, z.number());
  const append = (writers: number, each: number) => number('append', { writers, each, milliseconds: MILLISECONDS });
  return {
    async measure(): Promise<readonly Metric[]> {
      await child.call('open', { dataDir, ...(databaseUrl && { databaseUrl }) }, z.unknown());
      await number('append', { writers: 16, each: 1, milliseconds: MILLISECONDS / 4 });
      return [
        { name: 'appended, 1 writer × 1', unit: '/s', value: await append(1, 1) },
        { name: 'appended, 16 writers × 1', unit: '/s', value: await append(16, 1) },
        { name: 'appended, 16 writers × 20', unit: '/s', value: await append(16, 20) },
        { name: 'read forwards', unit: '/s', value: await number('read') },
        { name: 'on disk, an event', unit: 'B', value: await number('size') },
      ];
    },
    async stop() {
      await child.stop();
      await leave();
    },
  };
};
