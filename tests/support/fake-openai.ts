import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { type Answer, type FakeModelServer, readPrompt, startFakeModelServer, type Wire } from './fake-model-server.ts';
import { calledTool, toolsSchema } from './fake-tool-choice.ts';

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  stream: z.literal(true),
  continue_final_message: z.boolean().optional(),
  add_generation_prompt: z.boolean().optional(),
  stream_options: z.object({ include_usage: z.boolean() }).optional(),
});

/** A look-up of tools: answers at once. */
const choiceSchema = requestSchema.extend({ stream: z.literal(false).optional(), tools: toolsSchema });

type Options = { port?: number; models?: readonly string[]; apiKey?: string; continues?: boolean };

/**
 * A server of chat completions with one model, at `url` and `url/v1`. With an `apiKey` it wants it. See
 * {@link FakeModelServer} and `Reply` for how it is told what to say.
 */
export async function startFakeOpenAi(options: Options = {}): Promise<FakeModelServer> {
  const { port = 0, models = ['fake-gpt'], apiKey, continues = true } = options;
  return startFakeModelServer(
    port,
    (method, path, body, headers) => answer({ models, apiKey }, `${method} ${path}`, body, headers),
    (body) => {
      const { messages, continue_final_message, add_generation_prompt } = requestSchema.parse(body);
      return readPrompt(messages, continues && continue_final_message === true && add_generation_prompt === false);
    },
  );
}

function answer(
  { models, apiKey }: { models: readonly string[]; apiKey: string | undefined },
  route: string,
  body: unknown,
  { authorization }: IncomingHttpHeaders,
): Answer {
  if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`) {
    return { status: 401, json: failure(`Incorrect API key provided: ${authorization ?? ''}`, 'invalid_api_key') };
  }
  switch (route) {
    case 'GET /v1/models':
      return {
        json: {
          object: 'list',
          data: models.map((id) => ({ id, object: 'model', created: 1_686_935_002, owned_by: 'fake' })),
        },
      };
    case 'POST /v1/chat/completions': {
      const choice = choiceSchema.safeParse(body);
      if (choice.success) {
        const called = calledTool(choice.data.messages);
        const tool_calls = called && [
          {
            id: 'call_1',
            type: 'function',
            function: { name: called.name, arguments: JSON.stringify(called.arguments) },
          },
        ];
        return { json: { choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls } }] } };
      }
      const request = requestSchema.safeParse(body);
      if (!request.success) return { status: 400, json: failure('Invalid request', 'invalid_request') };
      const { model, stream_options } = request.data;
      if (!models.includes(model)) {
        return { status: 404, json: failure(`The model \`${model}\` does not exist`, 'model_not_found') };
      }
      return { wire: wire(model, stream_options?.include_usage ?? false) };
    }
    default:
      return { status: 404, json: failure('Not found', 'not_found') };
  }
}

function failure(message: string, code: string) {
  return { error: { message, type: 'invalid_request_error', param: null, code } };
}

function wire(model: string, withUsage: boolean): Wire {
  const head =
    `data: {"id":"chatcmpl-fake","object":"chat.completion.chunk","created":1694268190,` +
    `"model":${JSON.stringify(model)},"system_fingerprint":"fp_fake"`;
  const noUsage = withUsage ? ',"usage":null' : '';
  const chunk = (delta: string, finish: string) =>
    `${head},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}]${noUsage}}\n\n`;
  return {
    contentType: 'text/event-stream; charset=utf-8',
    start: chunk('{"role":"assistant","content":"","refusal":null}', 'null'),
    token: (text, kind) =>
      chunk(`{"${kind === 'text' ? 'content' : 'reasoning_content'}":${JSON.stringify(text)}}`, 'null'),
    failure: `data: ${JSON.stringify(failure('The server had an error: SECRET-PATH', 'server_error'))}\n\n`,
    end(tokens, finish) {
      const usage = `{"prompt_tokens":26,"completion_tokens":${tokens},"total_tokens":${26 + tokens}}`;
      return `${chunk('{}', JSON.stringify(finish))}${withUsage ? `${head},"choices":[],"usage":${usage}}\n\n` : ''}data: [DONE]\n\n`;
    },
  };
}
