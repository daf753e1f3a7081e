import { z } from 'zod';
import { askedSchema } from './results.ts';
import { median } from './statistics.ts';
import type { Workload } from './workload.ts';

const TURNS = 50;
const TOKENS = 400;
const ROUNDS = 5;
const message = `tokens=${TOKENS} stamp=1`;

/** Fifty turns as fast as they go, from the first question to the last end, and what the server spends on them. */
export const throughput: Workload = async ({ server, target, clients }) => {
  const cpu = () => server.process.call('cpu', null, z.number());
  const rates: number[] = [];
  const spent: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await cpu();
    const { seconds } = await clients.call('ask', { target, message, turns: TURNS }, askedSchema);
    rates.push((TURNS * TOKENS) / seconds);
    spent.push(((await cpu()) - before) / ((TURNS * TOKENS) / 10_000));
  }
  // The first round warms up.
  return [
    { name: 'tokens delivered', unit: '/s', value: median(rates.slice(1)) },
    { name: 'CPU for 10,000 tokens', unit: 'CPU s', value: median(spent.slice(1)) },
  ];
};
