import { createHash } from 'node:crypto';
import type { Tool } from '../../../tools/tool.ts';
import type { Example } from './classifier.ts';
import type { Features } from './features.ts';

const CONVERSATION = 'conversation';

/** Sample messages by tool id, and of conversation. */
export type Training = Readonly<Record<string, readonly string[]>>;

export const labelsOf = (tools: readonly Tool[]): string[] => [...tools.map(({ id }) => id), CONVERSATION];

const textsOf = (tools: readonly Tool[], training: Training): [label: string, text: string][] =>
  labelsOf(tools).flatMap((label) => {
    const own = tools.find(({ id }) => id === label)?.examples ?? [];
    return [...own, ...(training[label] ?? [])].map((text): [string, string] => [label, text]);
  });

export const examplesOf = (
  tools: readonly Tool[],
  training: Training,
  featuresOf: (text: string) => Features,
): Example[] => textsOf(tools, training).map(([label, text]) => ({ label, features: featuresOf(text) }));

/** Of all that is learnt from: weights of another hash were learnt from something else. */
export const hashOf = (tools: readonly Tool[], training: Training): string =>
  createHash('sha256')
    .update(JSON.stringify(textsOf(tools, training)))
    .digest('hex');

/** Eight bits a weight, one scale for all: `<hash> <scale> <base64>`. */
export const packWeights = (hash: string, weights: Float32Array): string => {
  let most = 0;
  for (const weight of weights) most = Math.max(most, Math.abs(weight));
  const packed = Int8Array.from(weights, (weight) => Math.round((weight / (most || 1)) * 127));
  return `${hash} ${most} ${Buffer.from(packed.buffer).toString('base64')}\n`;
};

/** Null where they were learnt from something else. */
export const unpackWeights = (text: string, hash: string): Float32Array | null => {
  const [learntFrom, scale, base64 = ''] = text.trim().split(' ');
  if (learntFrom !== hash) return null;
  return Float32Array.from(new Int8Array(Buffer.from(base64, 'base64')), (value) => (value / 127) * Number(scale));
};
