import { z } from 'zod';
import type { Workload } from './workload.ts';

const memorySchema = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() });

/** What a reader costs that waits for a turn in silence. */
export const memory: Workload = async ({ server, target, clients, quick }) => {
  const readers = quick ? 20 : 1_000;
  const used = () => server.process.call('memory', null, memorySchema);
  const idle = (count: number) =>
    clients.call('idle', { target, message: '/script stall tokens=1', readers: count }, z.unknown());
  await idle(20);
  await clients.call('leave', null, z.unknown());
  const before = await used();
  await idle(readers);
  const after = await used();
  await clients.call('leave', null, z.unknown());
  const each = (bytes: number) => bytes / readers / 1024;
  return [
    { name: 'resident, an idle reader', unit: 'KiB', value: each(after.rss - before.rss) },
    { name: 'heap, an idle reader', unit: 'KiB', value: each(after.heapUsed - before.heapUsed) },
  ];
};
