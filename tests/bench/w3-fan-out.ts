import { spreadSchema } from './statistics.ts';
import type { Workload } from './workload.ts';

/** One turn with two hundred readers, from the model's stamp to each of them. */
export const fanOut: Workload = async ({ target, clients, quick }) => {
  const message = `wait=1500 tokens=${quick ? 50 : 300} delay=10 stamp=1`;
  const { p50, p99 } = await clients.call('fanOut', { target, message, readers: quick ? 10 : 200 }, spreadSchema);
  return [
    { name: '200 readers, median', unit: 'ms', value: p50 },
    { name: '200 readers, p99', unit: 'ms', value: p99 },
  ];
};
