import { askedSchema } from './results.ts';
import type { Workload } from './workload.ts';

/** From the model's stamp to the client: one turn alone, and twenty at once. */
export const latency: Workload = async ({ target, clients, quick }) => {
  const message = `tokens=${quick ? 20 : 200} delay=20 stamp=1`;
  const run = async (turns: number) => (await clients.call('ask', { target, message, turns }, askedSchema)).ages;
  await clients.call('ask', { target, message: 'tokens=100 delay=2 stamp=1', turns: 20 }, askedSchema);
  const one = await run(1);
  const twenty = await run(20);
  return [
    { name: '1 turn, median', unit: 'ms', value: one.p50 },
    { name: '1 turn, p99', unit: 'ms', value: one.p99 },
    { name: '20 turns, median', unit: 'ms', value: twenty.p50 },
    { name: '20 turns, p99', unit: 'ms', value: twenty.p99 },
  ];
};
