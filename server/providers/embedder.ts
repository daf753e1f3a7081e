import { z } from 'zod';
import { type Call, endpoint, generationTimeouts, readJson } from './http-stream.ts';
import { FOR_GOOD } from './ollama.ts';

/** A source of vectors. Vectors of different models are never compared. */
export type Embedder = {
  readonly model: string;
  /** One vector a text, in their order, all of one dimension. @throws TurnlogError PROVIDER_FAILED */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** Loads the model for good; absent where models are always there. */
  load?(signal: AbortSignal): Promise<void>;
};

const ollamaAnswer = z.object({ embeddings: z.array(z.array(z.number())) });
const openaiAnswer = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })) });

/** Ollama's `/api/embed`. */
export const ollamaEmbedder = (base: string, model: string): Embedder => {
  const ask = (body: object, signal: AbortSignal) => {
    const call: Call = { provider: 'ollama', method: 'POST', url: endpoint(base, '/api/embed'), body };
    return readJson(call, generationTimeouts, signal);
  };
  return {
    model,
    async embed(texts, signal) {
      const { embeddings } = ollamaAnswer.parse(await ask({ model, input: texts }, signal));
      return embeddings.map((vector) => Float32Array.from(vector));
    },
    async load(signal) {
      await ask({ model, input: [], keep_alive: FOR_GOOD }, signal);
    },
  };
};

/** The OpenAI-compatible `/embeddings`. */
export const openaiEmbedder = (base: string, model: string, key: string | undefined): Embedder => ({
  model,
  async embed(texts, signal) {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const call: Call = {
      provider: 'openai',
      method: 'POST',
      url: endpoint(base, '/embeddings'),
      headers,
      body: { model, input: texts },
    };
    const { data } = openaiAnswer.parse(await readJson(call, generationTimeouts, signal));
    return [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => Float32Array.from(embedding));
  },
});
