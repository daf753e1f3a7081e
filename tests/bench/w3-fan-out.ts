import { spreadSchema } from './statistics.ts';
import type { Workload } from './workload.ts';

/** One turn with two hundred readers, from the model's stamp to each of them; once before, for the code to be compiled. */
export const fanOut: Workload = async ({ target, clients, quick }) => {
  const run = (tokens: number) => {
    const message = `wait=1500 tokens=${tokens} delay=10 stamp=1`;
    return clients.call('fanOut', { target, message, readers: quick ? 10 : 200 }, spreadSchema);
  };
  await run(50);
  const { p50, p99 } = await run(quick ? 50 : 300);
  return [
    { name: '200 readers, median', unit: 'ms', value: p50 },
    { name: '200 readers, p99', unit: 'ms', value: p99 },
  ];
};
