import { createParser } from 'eventsource-parser';
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
import type { Provider } from './provider.ts';

const id = 'openai';

const usageSchema = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish().catch(null),
});

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  // Servers disagree about what is in it: a usage that can't be read is no reason to lose the answer.
  usage: usageSchema.nullish().catch(null),
  error: z.unknown().optional(),
});

/** Arguments come as JSON in a string. */
const choiceSchema = z.object({
  choices: z.array(
    z.object({
      message: z.object({
        tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })).nullish(),
      }),
    }),
  ),
});

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * A server that speaks OpenAI's chat completions (OpenAI, vLLM, llama.cpp, LM Studio, OpenRouter …).
 * `baseUrl` may end in its version or not: `https://host`, `https://host/` and `https://host/v1` are the same; where a
 * segment of its path names a version (`/api/v4`, `/v1beta/openai`), nothing is added.
 */
export function createOpenAi(config: {
  baseUrl: string;
  apiKey?: string | undefined;
  timeouts?: Timeouts | undefined;
}): Provider {
  const timeouts = config.timeouts ?? generationTimeouts;
  const base = withVersion(config.baseUrl);
  const headers: Record<string, string> = config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {};
  return {
    id,
    continues: 'some',
    async models(signal) {
      const call = { provider: id, method: 'GET', url: endpoint(base, '/models'), headers } as const;
      const models = modelsSchema.safeParse(await readJson(call, timeouts, signal));
      if (!models.success) throw providerFailed(id, 'sent an unknown list of models', models.error);
      return models.data.data.map((model) => ({ id: model.id, provider: id }));
    },
    generate({ model, messages, continues, format, options }, signal) {
      const body = {
        model,
        messages,
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: options.maxTokens,
        temperature: options.temperature,
        // vLLM's words for it; others don't know them, and say so or begin anew.
        ...(continues && { continue_final_message: true, add_generation_prompt: false }),
        ...responseFormat(format),
      };
      const call = { provider: id, method: 'POST', url: endpoint(base, '/chat/completions'), headers, body } as const;
      return readPieces(id, readText(call, timeouts, signal), decoder(), signal);
    },
    async chooseTool({ model, messages, tools, options }, signal) {
      const { maxTokens: max_tokens, temperature } = options;
      const body = { model, messages, tools, tool_choice: 'auto', max_tokens, temperature };
      const call = { provider: id, method: 'POST', url: endpoint(base, '/chat/completions'), headers, body } as const;
      const answer = choiceSchema.safeParse(await readJson(call, timeouts, signal));
      if (!answer.success) throw providerFailed(id, 'sent an unknown answer', answer.error);
      const chosen = answer.data.choices[0]?.message.tool_calls?.[0]?.function;
      return chosen ? { name: chosen.name, arguments: parseJson(id, chosen.arguments) } : null;
    },
  };
}

/** Its JSON mode takes objects alone. */
function responseFormat(schema: object | undefined) {
  if (!schema || !('type' in schema) || schema.type !== 'object') return {};
  return { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } };
}

/** The address with the version that the protocol's paths stand behind. */
export function withVersion(baseUrl: string): string {
  return /\/v\d\w*(\/|$)/.test(new URL(baseUrl).pathname) ? baseUrl : endpoint(baseUrl, '/v1').href;
}

/** The finish reason comes before the usage, and `[DONE]` last: both are told at the end, usage first. */
function decoder(): Decode {
  const events: { readonly name: string | undefined; readonly data: string }[] = [];
  let tooLong = false;
  let usage: z.infer<typeof usageSchema> | undefined;
  let finish: string | undefined;
  const parser = createParser({
    maxBufferSize: frameLimit,
    onEvent: ({ event, data }) => events.push({ name: event, data }),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') tooLong = true;
    },
  });
  return function* decode(text) {
    // At the end an event without its blank line still counts, and a server may leave out [DONE].
    parser.feed(text ?? '\n\n');
    let done = false;
    for (const { name, data } of events.splice(0)) {
      if (data === '') continue;
      if (data === '[DONE]') {
        done = true;
        break;
      }
      const chunk = name === 'error' ? undefined : chunkSchema.safeParse(parseJson(id, data));
      if (chunk?.success === false) throw providerFailed(id, 'sent an unknown chunk', chunk.error);
      if (!chunk || (chunk.data.error ?? undefined) !== undefined) {
        throw providerFailed(id, 'reported an error', new Error(data));
      }
      const choice = chunk.data.choices?.[0];
      const reasoning = choice?.delta?.reasoning_content || choice?.delta?.reasoning;
      if (reasoning) yield { kind: 'reasoning', text: reasoning };
      if (choice?.delta?.content) yield { kind: 'text', text: choice.delta.content };
      finish = choice?.finish_reason || finish;
      usage = chunk.data.usage ?? usage;
    }
    if (tooLong) throw providerFailed(id, 'sent an event that does not end');
    if (!done && (text !== undefined || finish === undefined)) return;
    if (usage) {
      const cachedTokens = usage.prompt_tokens_details?.cached_tokens;
      const counted = { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens };
      yield { kind: 'usage', ...counted, ...(typeof cachedTokens === 'number' && { cachedTokens }) };
    }
    yield { kind: 'finish', reason: finish ?? 'stop' };
  };
}
