import { z } from 'zod';
import { askedSchema } from './results.ts';
import { median } from './statistics.ts';
import type { Workload } from './workload.ts';

const FULL = { turns: 50, tokens: 400, rounds: 5 };
const QUICK = { turns: 5, tokens: 100, rounds: 2 };

/** Fifty turns as fast as they go, from the first question to the last end, and what the server spends on them. */
export const throughput: Workload = async ({ server, target, clients, quick }) => {
  const { turns, tokens, rounds } = quick ? QUICK : FULL;
  const message = `tokens=${tokens} stamp=1`;
  const processes = [server.process, ...(server.store ? [server.store] : [])];
  const cpu = () => Promise.all(processes.map((one) => one.call('cpu', null, z.number())));
  const rates: number[] = [];
  const spent: number[][] = processes.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    const before = await cpu();
    const { seconds } = await clients.call('ask', { target, message, turns }, askedSchema);
    rates.push((turns * tokens) / seconds);
    for (const [n, after] of (await cpu()).entries()) {
      spent[n]?.push((after - (before[n] ?? 0)) / ((turns * tokens) / 10_000));
    }
  }
  // The first round warms up.
  const [ofServer = [], ofStore] = spent.map((rounds) => rounds.slice(1));
  return [
    { name: 'tokens delivered', unit: '/s', value: median(rates.slice(1)) },
    { name: 'CPU for 10,000 tokens', unit: 'CPU s', value: median(ofServer) },
    ...(ofStore ? [{ name: 'the same, of the gateway', unit: 'CPU s', value: median(ofStore) } as const] : []),
  ];
};
