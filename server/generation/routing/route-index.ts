import { createHash } from 'node:crypto';
import type { Embedder } from '../../providers/embedder.ts';
import type { Tool } from '../../tools/tool.ts';

/** Where vectors are kept between starts, by the model and the hash of their text. */
export type VectorCache = {
  load(model: string): Promise<ReadonlyMap<string, Float32Array>>;
  save(model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
};

/** An embedder's own scores that stand for the two thresholds. */
export type Calibration = { readonly conversational: number; readonly confident: number };

export type RouteIndex = {
  readonly model: string;
  /** Null where its scores are taken as they are. */
  readonly calibration: Calibration | null;
  /** Every wanted tool by its best example, the highest first. @throws whatever the embedder throws */
  score(
    message: string,
    wanted: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<readonly { tool: string; score: number }[]>;
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const normalise = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
};

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
};

/**
 * Embeds what isn't cached of the tools' examples, so that an unchanged restart asks nothing and a changed example asks for
 * itself alone. Vectors of another model or dimension are never compared.
 */
export const openRouteIndex = async (
  tools: readonly Tool[],
  embedder: Embedder,
  cache: VectorCache,
  signal: AbortSignal,
): Promise<RouteIndex> => {
  const examples = tools.flatMap(({ id, examples: texts }) => texts.map((text) => ({ id, text, hash: hashOf(text) })));
  const cached = await cache.load(embedder.model);
  const missing = examples.filter(({ hash }) => !cached.has(hash));
  const fresh = new Map<string, Float32Array>();
  if (missing.length > 0) {
    const vectors = await embedder.embed(
      missing.map(({ text }) => text),
      signal,
    );
    missing.forEach(({ hash }, index) => {
      const vector = vectors[index];
      if (vector) fresh.set(hash, normalise(vector));
    });
    await cache.save(embedder.model, fresh);
  }
  const rows = examples.flatMap(({ id, hash }) => {
    const vector = fresh.get(hash) ?? cached.get(hash);
    return vector ? [{ id, vector }] : [];
  });
  return {
    model: embedder.model,
    calibration: null,
    async score(message, wanted, asking) {
      const [embedded] = await embedder.embed([message], asking);
      if (!embedded) return [];
      const query = normalise(embedded);
      const best = new Map<string, number>();
      for (const { id, vector } of rows) {
        if (!wanted.has(id) || vector.length !== query.length) continue;
        best.set(id, Math.max(best.get(id) ?? -1, dot(query, vector)));
      }
      return [...best].map(([tool, score]) => ({ tool, score })).sort((a, b) => b.score - a.score);
    },
  };
};
