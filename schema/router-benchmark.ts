import { z } from 'zod';

const share = z.number().min(0).max(1);
/** A tool's id, or `none` for conversation. */
const label = z.string();

/**
 * How well messages are routed. `accuracy`: the share of all messages for which the router decided on the expected tool, or
 * on none for conversation; `called`: of the messages that want a tool, the share for which it is called with arguments at
 * hand, no person or further model needed; `falsePositiveRate`: of the conversational ones, the share for which a tool is
 * decided on. Scores are on the scale of the thresholds.
 */
export const routerBenchmarkResultSchema = z.object({
  messages: z.int(),
  accuracy: share,
  called: share,
  falsePositiveRate: share,
  milliseconds: z.object({ mean: z.number(), median: z.number(), p99: z.number(), most: z.number() }),
  models: z.object({ embedder: z.string(), router: z.string().nullable() }),
  thresholds: z.object({ confident: z.number(), conversational: z.number() }),
  /** The embedder's own scores that stand for the thresholds; null where its scores are taken as they are. */
  calibration: z.object({ confident: z.number(), conversational: z.number() }).nullable(),
  /** How many messages took each path. */
  paths: z.record(z.string(), z.int()),
  tools: z.array(z.object({ tool: label, messages: z.int(), right: z.int(), called: z.int(), accuracy: share })),
  confusion: z.array(z.object({ expected: label, routed: label, count: z.int() })),
  /** Messages by their best score, twenty equal steps from 0 to 1; those that a rule decided have none. */
  distribution: z.array(z.object({ from: z.number(), to: z.number(), tools: z.int(), conversation: z.int() })),
  misses: z.array(
    z.object({ message: z.string(), expected: label, routed: label, path: z.string(), score: z.number().nullable() }),
  ),
});
export type RouterBenchmarkResult = z.infer<typeof routerBenchmarkResultSchema>;

/** What a running benchmark tells: where it stands after each message, and at the end the result. */
export const routerBenchmarkStepSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.int(), total: z.int(), right: z.int() }),
  z.object({ type: z.literal('result'), result: routerBenchmarkResultSchema }),
]);
export type RouterBenchmarkStep = z.infer<typeof routerBenchmarkStepSchema>;
