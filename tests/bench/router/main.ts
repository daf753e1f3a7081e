import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { runRouterBenchmark } from '../../../server/generation/routing/benchmark/run.ts';
import { openRouter } from '../../../server/generation/routing/router.ts';
import { type ChooseTool, openChooseTool } from '../../../server/generation/routing/tier2.ts';
import { type Embedder, ollamaEmbedder } from '../../../server/providers/embedder.ts';
import { createOllama } from '../../../server/providers/ollama.ts';
import { tools } from '../../../server/tools/index.ts';
import { report } from './report.ts';

const OUT = 'dist/bench-router.json';
const USAGE = `bench:router takes
  --ollama URL          embed with a server's model, in place of the embedded embedder
  --embed-model NAME    that model (all-minilm)
  --router-model NAME   the server's model that chooses between tools (none)
  --messages FILE       other messages: JSON, a list by tool id and of "conversation"
  --misses              list what was routed wrong`;

const optionsSchema = z.object({
  ollama: z.url().optional(),
  'embed-model': z.string().min(1).default('all-minilm'),
  'router-model': z.string().min(1).optional(),
  messages: z.string().optional(),
  misses: z.boolean().default(false),
});

const readOptions = (args: string[]): z.infer<typeof optionsSchema> => {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      ...{ ollama: option, 'embed-model': option, 'router-model': option, messages: option },
      misses: { type: 'boolean' },
    },
  });
  return optionsSchema.parse(values);
};

/** No server: the embedded embedder serves. */
const noEmbedder: Embedder = {
  model: 'none',
  embed: async () => {
    throw new Error('no embedding server was named');
  },
};

const noModel: ChooseTool = async () => ({ model: null, none: 'no router model was named', degraded: true });

const quiet = { info: () => undefined, warn: () => undefined };

/** Routes the benchmark's messages with the real router, prints the figures and writes them to `dist/bench-router.json`. */
export const main = async (args: string[]): Promise<void> => {
  let options: z.infer<typeof optionsSchema>;
  try {
    options = readOptions(args);
  } catch (error) {
    process.stderr.write(`${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}\n${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  const { ollama, 'embed-model': embedModel, 'router-model': routerModel, messages } = options;
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('interrupted')));
  const choosing = (url: string, model: string): ChooseTool => {
    const provider = createOllama({ url, log: quiet });
    return openChooseTool(async () => ({ provider, model }));
  };
  const elapsed = () => performance.now();
  const router = openRouter({
    tools,
    embedder: ollama ? ollamaEmbedder(ollama, embedModel) : noEmbedder,
    cache: { load: async () => new Map(), save: async () => undefined },
    choose: ollama && routerModel ? choosing(ollama, routerModel) : noModel,
    now: () => new Date(),
    elapsed,
    log: quiet,
    signal: stop.signal,
  });
  const own =
    messages === undefined
      ? undefined
      : z.record(z.string(), z.array(z.string())).parse(JSON.parse(readFileSync(messages, 'utf8')));
  for await (const step of runRouterBenchmark({
    router,
    elapsed,
    signal: stop.signal,
    ...(own && { messages: own }),
  })) {
    if (step.type === 'progress') continue;
    process.stdout.write(report(step.result, { misses: options.misses }));
    mkdirSync('dist', { recursive: true });
    writeFileSync(OUT, `${JSON.stringify({ at: new Date().toISOString(), ...step.result }, null, 2)}\n`);
    process.stdout.write(`written to ${OUT}\n`);
  }
  stop.abort();
  await router.stopped();
};
