import { z } from 'zod';
import { askedSchema } from './results.ts';
import { median } from './statistics.ts';
import type { Workload } from './workload.ts';

const TOKENS = 2_000;
const TIMES = 15;
/** Their tokens are more than the server keeps. */
const OTHERS = 20;
const replayedSchema = z.object({ milliseconds: z.array(z.number()), tokens: z.int() });

/** A finished turn read again, from the request to the end. */
export const replay: Workload = async ({ target, clients, isBaseline }) => {
  if (isBaseline) return [];
  const message = `tokens=${TOKENS} stamp=1`;
  const { turnId } = await clients.call('ask', { target, message, turns: 1 }, askedSchema);
  const read = async (from: number) => {
    const replayed = await clients.call('replay', { target, turnId, from, times: TIMES }, replayedSchema);
    if (replayed.tokens < TOKENS - from) throw new Error(`${replayed.tokens} tokens of ${TOKENS} from ${from}`);
    return median(replayed.milliseconds);
  };
  await read(0);
  const [all, half] = [await read(0), await read(TOKENS / 2)];
  // By then the server has other turns in its memory.
  await clients.call('ask', { target, message, turns: OTHERS }, askedSchema);
  return [
    { name: '2,000 tokens from 0', unit: 'ms', value: all },
    { name: '2,000 tokens from the middle', unit: 'ms', value: half },
    { name: '2,000 tokens from 0, read from the store', unit: 'ms', value: await read(0) },
  ];
};
