import type { ChatBenchmarkStep } from '../../../schema/chat-benchmark.ts';
import type { RouterBenchmarkStep } from '../../../schema/router-benchmark.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Time } from '../../time.ts';
import { runRouterBenchmark } from '../routing/benchmark/run.ts';
import type { Router } from '../routing/router.ts';
import { openChooseTool } from '../routing/tier2.ts';
import { runChatBenchmark } from './chat.ts';

type Found = { readonly provider: Provider; readonly model: string };

type Deps = Pick<Time, 'now' | 'elapsed'> & {
  readonly router: Router;
  readonly timeZone: string;
};

export type Benchmarks = {
  chat(model: Found, runs: number, signal: AbortSignal): AsyncGenerator<ChatBenchmarkStep>;
  /** `chooser` chooses tools in place of the server's own model. */
  router(chooser: Found | null, signal: AbortSignal): AsyncGenerator<RouterBenchmarkStep>;
};

/** Both measure what turns use. */
export const openBenchmarks = (deps: Deps): Benchmarks => ({
  chat: (model, runs, signal) => runChatBenchmark({ ...deps, ...model, runs, signal }),
  router: (chooser, signal) =>
    runRouterBenchmark({ ...deps, signal, ...(chooser && { choose: openChooseTool(async () => chooser) }) }),
});
