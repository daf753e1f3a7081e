import { z } from 'zod';
import {
  type Decode,
  endpoint,
  frameLimit,
  generationTimeouts,
  parseJson,
  providerFailed,
  readJson,
  readPieces,
  readText,
  type Timeouts,
} from './http-stream.ts';
import type { GenerationOptions, Provider } from './provider.ts';

/** What a provider needs of a logger; pino's fits. */
export type Log = {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
};

const id = 'ollama';

const chunkSchema = z.object({
  message: z.object({ content: z.string().nullish(), thinking: z.string().nullish() }).nullish(),
  done: z.boolean().nullish(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().nullish(),
  prompt_eval_duration: z.number().nullish(),
  eval_count: z.number().nullish(),
  error: z.unknown().optional(),
});

const choiceSchema = z.object({
  message: z.object({
    tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.unknown() }) })).nullish(),
  }),
});

/** Until the server ends. */
export const FOR_GOOD = -1;

const optionsOf = ({ maxTokens, contextTokens, temperature }: GenerationOptions) => ({
  num_predict: maxTokens,
  num_ctx: contextTokens,
  temperature,
});

const tagsSchema = z.object({ models: z.array(z.object({ name: z.string() })) });

/** A server that speaks Ollama's own API at `url`, over `POST /api/chat` as newline-delimited JSON. */
export function createOllama(config: { url: string; log: Log; timeouts?: Timeouts | undefined }): Provider {
  const timeouts = config.timeouts ?? generationTimeouts;
  return {
    id,
    continues: 'some', // An assistant's message that comes last is continued, if the model's template lets it.
    async models(signal) {
      const call = { provider: id, method: 'GET', url: endpoint(config.url, '/api/tags') } as const;
      const tags = tagsSchema.safeParse(await readJson(call, timeouts, signal));
      if (!tags.success) throw providerFailed(id, 'sent an unknown list of models', tags.error);
      return tags.data.models.map(({ name }) => ({ id: name, provider: id }));
    },
    generate({ model, messages, format, options }, signal) {
      // Hidden reasoning would count against num_predict and could leave the answer empty.
      const mode = { stream: true, think: false, ...(format && { format }) };
      const body = { model, messages, ...mode, options: optionsOf(options) };
      const call = { provider: id, method: 'POST', url: endpoint(config.url, '/api/chat'), body } as const;
      const counts: Counts = { segments: 0, chunks: 0, prefillNs: undefined };
      const texts = readText(call, timeouts, signal);
      return readPieces(id, texts, decoder(counts), signal, () => report(config.log, counts));
    },
    async chooseTool({ model, messages, tools, options }, signal) {
      const body = { model, messages, tools, stream: false, think: false, options: optionsOf(options) };
      const call = { provider: id, method: 'POST', url: endpoint(config.url, '/api/chat'), body } as const;
      const answer = choiceSchema.safeParse(await readJson(call, timeouts, signal));
      if (!answer.success) throw providerFailed(id, 'sent an unknown answer', answer.error);
      return answer.data.message.tool_calls?.[0]?.function ?? null;
    },
    async load({ model, messages, options }, signal) {
      const how = { stream: false, think: false, keep_alive: FOR_GOOD, options: optionsOf(options) };
      const body = { model, messages, ...how };
      const call = { provider: id, method: 'POST', url: endpoint(config.url, '/api/chat'), body } as const;
      await readJson(call, timeouts, signal);
    },
  };
}

type Counts = { segments: number; chunks: number; prefillNs: number | undefined };

function decoder(counts: Counts): Decode {
  const lines = lineSplitter();
  return function* decode(text) {
    if (text !== undefined) counts.segments += 1;
    for (const line of lines(text)) {
      counts.chunks += 1;
      const chunk = chunkSchema.safeParse(parseJson(id, line));
      if (!chunk.success) throw providerFailed(id, 'sent an unknown chunk', chunk.error);
      const { message, done, error } = chunk.data;
      if (error !== undefined) throw providerFailed(id, 'reported an error', new Error(line));
      if (message?.thinking) yield { kind: 'reasoning', text: message.thinking };
      if (message?.content) yield { kind: 'text', text: message.content };
      if (!done) continue;
      const { prompt_eval_duration, prompt_eval_count, eval_count, done_reason } = chunk.data;
      counts.prefillNs = prompt_eval_duration ?? 0;
      const counted = { promptTokens: prompt_eval_count ?? 0, completionTokens: eval_count ?? 0 };
      yield { kind: 'usage', ...counted, prefillMs: counts.prefillNs / 1e6 };
      yield { kind: 'finish', reason: done_reason ?? 'stop' };
    }
  };
}

/** Whole lines that aren't blank, however the text was cut; at the end (`undefined`) one without its newline, too. */
function lineSplitter(): (text: string | undefined) => string[] {
  let rest = '';
  return (text = '\n') => {
    const lines: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const line = rest + text.slice(start, end);
      if (line.trim() !== '') lines.push(line);
      rest = '';
      start = end + 1;
    }
    rest += text.slice(start);
    if (rest.length > frameLimit) throw providerFailed(id, 'sent a line that does not end');
    return lines;
  };
}

/** About as many segments as chunks is streaming token by token; far fewer means that something batches them. */
function report(log: Log, { segments, chunks, prefillNs }: Counts): void {
  const prefill =
    prefillNs === undefined ? '' : ` prefill=${prefillNs === 0 ? '0(cached)' : `${Math.round(prefillNs / 1e6)}ms`}`;
  log.info({ segments, chunks, prefillNs }, `[OLLAMA-TCP] tcp_segs=${segments} ndjson_chunks=${chunks}${prefill}`);
}
