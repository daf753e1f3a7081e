import { z } from 'zod';
import { embedWords } from './fake-embeddings.ts';
import { type Answer, type FakeModelServer, readPrompt, startFakeModelServer, type Wire } from './fake-model-server.ts';
import { calledTool, toolsSchema } from './fake-tool-choice.ts';

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  stream: z.literal(true),
});

/** `loading` keeps models from being loaded until it resolves. An Ollama with one model; see {@link FakeModelServer} and `Reply` for how it is told what to say. */
export async function startFakeOllama(
  options: { port?: number; models?: readonly string[]; continues?: boolean; loading?: Promise<void> } = {},
): Promise<FakeModelServer> {
  const { port = 0, models = ['fake:latest'], continues = true } = options;
  return startFakeModelServer(
    port,
    (method, path, body) => answer(models, `${method} ${path}`, body, options.loading),
    (body) => readPrompt(requestSchema.parse(body).messages, continues),
  );
}

/** A look-up of tools: answers at once. */
const choiceSchema = requestSchema.extend({ stream: z.literal(false), tools: toolsSchema });
/** A model is to be loaded, with what it is to read. */
const loadSchema = requestSchema.extend({ stream: z.literal(false), keep_alive: z.number() });
/** Nothing to embed loads the model alone. */
const embedSchema = z.object({ model: z.string(), input: z.array(z.string()) });

function answer(models: readonly string[], route: string, body: unknown, loading?: Promise<void>): Answer {
  const missing = (model: string): Answer | undefined =>
    models.includes(model) || models.includes(`${model}:latest`)
      ? undefined
      : { status: 404, json: { error: `model '${model}' not found` } };
  switch (route) {
    case 'GET /api/version':
      return { json: { version: '0.12.6' } };
    case 'GET /api/tags':
      return { json: { models: models.map(tag) } };
    case 'POST /api/chat': {
      const choice = choiceSchema.safeParse(body);
      if (choice.success) {
        const called = calledTool(choice.data.messages);
        const tool_calls = called ? [{ function: called }] : undefined;
        return { json: { message: { role: 'assistant', content: called ? '' : 'none', tool_calls }, done: true } };
      }
      const load = loadSchema.safeParse(body);
      if (load.success)
        return missing(load.data.model) ?? { json: { done: true, done_reason: 'load' }, after: loading };
      const request = requestSchema.safeParse(body);
      if (!request.success) return { status: 400, json: { error: 'missing request body' } };
      const { model } = request.data;
      return missing(model) ?? { wire: wire(model) };
    }
    case 'POST /api/embed': {
      const { model, input } = embedSchema.parse(body);
      return missing(model) ?? { json: { model, embeddings: embedWords(input) } };
    }
    default:
      return { status: 404, json: { error: 'not found' } };
  }
}

function tag(name: string) {
  return {
    name,
    model: name,
    modified_at: '2025-10-01T12:00:00.000000000Z',
    size: 2_019_393_189,
    digest: 'a80c4f17acd55265feec403c7aef86be0c25983ab279d83f3bcd3abbcb5b8b72',
    details: {
      parent_model: '',
      format: 'gguf',
      family: 'llama',
      families: ['llama'],
      parameter_size: '3.2B',
      quantization_level: 'Q4_K_M',
    },
  };
}

function wire(model: string): Wire {
  const head = () => `{"model":${JSON.stringify(model)},"created_at":"${new Date().toISOString()}"`;
  return {
    contentType: 'application/x-ndjson',
    start: '',
    token(text, kind) {
      const said =
        kind === 'text' ? `"content":${JSON.stringify(text)}` : `"content":"","thinking":${JSON.stringify(text)}`;
      return `${head()},"message":{"role":"assistant",${said}},"done":false}\n`;
    },
    failure: `${JSON.stringify({ error: 'an error was encountered while running the model: SECRET-PATH' })}\n`,
    end: (tokens, finish) =>
      `${head()},"message":{"role":"assistant","content":""},"done":true,"done_reason":${JSON.stringify(finish)},` +
      `"total_duration":4883583458,"load_duration":1334875,"prompt_eval_count":26,"prompt_eval_duration":342546000,` +
      `"eval_count":${tokens},"eval_duration":4535599000}\n`,
  };
}
