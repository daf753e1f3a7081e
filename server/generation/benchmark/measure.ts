import type { MeasuredStage } from '../../../schema/chat-benchmark.ts';
import type { GenerationRequest, Piece, Provider } from '../../providers/provider.ts';
import type { Time } from '../../time.ts';

type Usage = Extract<Piece, { kind: 'usage' }>;
/** One answer, in milliseconds. */
export type Sample = { readonly firstTokenMs: number; readonly totalMs: number; readonly usage: Usage | null };

/** Asks once and reads the answer to its end. @throws as the provider */
export const measure = async (
  provider: Provider,
  request: GenerationRequest,
  elapsed: Time['elapsed'],
  signal: AbortSignal,
): Promise<Sample> => {
  const started = elapsed();
  let first: number | null = null;
  let usage: Usage | null = null;
  for await (const piece of provider.generate(request, signal)) {
    if (piece.kind === 'text' || piece.kind === 'reasoning') first ??= elapsed();
    if (piece.kind === 'usage') usage = piece;
  }
  const ended = elapsed();
  return { firstTokenMs: (first ?? ended) - started, totalMs: ended - started, usage };
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [below = 0, above = 0] = sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1);
  return (below + above) / 2;
};

const isHit = ({ prefillMs, cachedTokens }: Usage): boolean | null => {
  if (prefillMs !== undefined) return prefillMs === 0;
  return cachedTokens === undefined ? null : cachedTokens > 0;
};

export const summarise = (stage: MeasuredStage['stage'], samples: readonly Sample[]): MeasuredStage => {
  const known = (values: readonly (number | null | undefined)[]): number | null => {
    const told = values.filter((value) => typeof value === 'number');
    return told.length === 0 ? null : median(told);
  };
  const usages = samples.flatMap(({ usage }) => usage ?? []);
  const hits = usages.map(isHit).filter((hit) => hit !== null);
  return {
    stage,
    runs: samples.length,
    firstTokenMs: median(samples.map(({ firstTokenMs }) => firstTokenMs)),
    totalMs: median(samples.map(({ totalMs }) => totalMs)),
    promptTokens: known(usages.map(({ promptTokens }) => promptTokens)),
    tokensPerSecond: known(
      samples.map(({ usage, totalMs, firstTokenMs }) =>
        usage && totalMs > firstTokenMs ? (usage.completionTokens * 1_000) / (totalMs - firstTokenMs) : null,
      ),
    ),
    prefillMs: known(usages.map(({ prefillMs }) => prefillMs)),
    cacheHits: hits.length === 0 ? null : hits.filter(Boolean).length,
  };
};
