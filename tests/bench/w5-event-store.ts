import { z } from 'zod';
import { startBenchChild } from './children.ts';
import { openPlace, type Place } from './places.ts';
import type { Metric } from './workload.ts';

const FULL_MS = 2_000;
const QUICK_MS = 100;

/** The event store alone, without doors. */
export const startEventStore = async (place: Place, quick: boolean) => {
  const { env, leave } = await openPlace(place);
  const milliseconds = quick ? QUICK_MS : FULL_MS;
  const child = startBenchChild('events.ts');
  const number = (name: string, input: unknown = null) => child.call(name, input, z.number());
  const append = (writers: number, each: number) => number('append', { writers, each, milliseconds });
  return {
    async measure(): Promise<readonly Metric[]> {
      await child.call('open', env, z.unknown());
      await number('append', { writers: 16, each: 1, milliseconds: milliseconds / 4 });
      return [
        { name: 'appended, 1 writer × 1', unit: '/s', value: await append(1, 1) },
        { name: 'appended, 16 writers × 1', unit: '/s', value: await append(16, 1) },
        { name: 'appended, 16 writers × 20', unit: '/s', value: await append(16, 20) },
        { name: 'read forwards', unit: '/s', value: await number('read') },
        // Of another server it is told by that server.
        ...(env.EVENTSTORE_URL ? [] : [{ name: 'on disk, an event', unit: 'B', value: await number('size') } as const]),
      ];
    },
    async stop() {
      await child.stop();
      await leave();
    },
  };
};
