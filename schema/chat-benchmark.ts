import { z } from 'zod';

/**
 * What is measured, each with what stands before it: the question alone, behind the system message, with memories in it, with
 * a history; and the last of these once more, as the provider has just read it.
 */
export const modelStages = ['bare', 'system', 'memory', 'history', 'cached'] as const;
const modelStage = z.enum(modelStages);

/** Medians over the runs, in milliseconds and tokens; null where the provider doesn't tell. */
const measuredStageSchema = z.object({
  stage: modelStage,
  runs: z.int(),
  firstTokenMs: z.number(),
  totalMs: z.number(),
  promptTokens: z.number().nullable(),
  tokensPerSecond: z.number().nullable(),
  /** How long the provider says that it read the prompt; 0 where all of it was cached. */
  prefillMs: z.number().nullable(),
  /** Runs whose prompt the provider had cached, by its own word. */
  cacheHits: z.int().nullable(),
});
export type MeasuredStage = z.infer<typeof measuredStageSchema>;

/** One message as a turn would be routed: which way it went, to which tool if any, and its median. */
const routedSchema = z.object({
  message: z.string(),
  path: z.string(),
  tool: z.string().nullable(),
  milliseconds: z.number(),
});
export type RoutedSample = z.infer<typeof routedSchema>;

/** What a running benchmark tells: where it stands, each stage as it ends, and the end. */
export const chatBenchmarkStepSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), stage: z.string(), done: z.int(), total: z.int() }),
  z.object({ type: z.literal('stage'), measured: measuredStageSchema }),
  z.object({ type: z.literal('routing'), routed: z.array(routedSchema) }),
  z.object({ type: z.literal('result'), model: z.string(), provider: z.string(), embedder: z.string() }),
]);
export type ChatBenchmarkStep = z.infer<typeof chatBenchmarkStepSchema>;
