import { z } from 'zod';
import { askedSchema } from './results.ts';
import { median } from './statistics.ts';
import type { Workload } from './workload.ts';

/** The tokens of the others are more than the server keeps. */
const FULL = { tokens: 2_000, times: 15, others: 20 };
const QUICK = { tokens: 200, times: 2, others: 1 };
const replayedSchema = z.object({ milliseconds: z.array(z.number()), tokens: z.int() });

/** A finished turn read again, from the request to the end. */
export const replay: Workload = async ({ target, clients, isBaseline, quick }) => {
  if (isBaseline) return [];
  const { tokens, times, others } = quick ? QUICK : FULL;
  const message = `tokens=${tokens} stamp=1`;
  const { turnId } = await clients.call('ask', { target, message, turns: 1 }, askedSchema);
  const read = async (from: number) => {
    const replayed = await clients.call('replay', { target, turnId, from, times }, replayedSchema);
    if (replayed.tokens < tokens - from) throw new Error(`${replayed.tokens} tokens of ${tokens} from ${from}`);
    return median(replayed.milliseconds);
  };
  await read(0);
  const [all, half] = [await read(0), await read(tokens / 2)];
  // By then the server has other turns in its memory.
  await clients.call('ask', { target, message, turns: others }, askedSchema);
  return [
    { name: '2,000 tokens from 0', unit: 'ms', value: all },
    { name: '2,000 tokens from the middle', unit: 'ms', value: half },
    { name: '2,000 tokens from 0, read from the store', unit: 'ms', value: await read(0) },
  ];
};
