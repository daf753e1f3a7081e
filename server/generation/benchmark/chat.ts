import type { ChatBenchmarkStep, MeasuredStage, RoutedSample } from '../../../schema/chat-benchmark.ts';
import type { GenerationRequest, Provider } from '../../providers/provider.ts';
import type { Time } from '../../time.ts';
import { assembleContext } from '../context.ts';
import type { Router } from '../routing/router.ts';
import { defaultOptions } from '../style.ts';
import { measure, median, type Sample, summarise } from './measure.ts';
import { history, memory, questions, routedMessages } from './samples.ts';

/** Long enough to see a rate, short enough to wait for. */
const options = { ...defaultOptions, maxTokens: 64 };

type Options = Pick<Time, 'now' | 'elapsed'> & {
  readonly provider: Provider;
  readonly model: string;
  readonly router: Router;
  /** Of each stage. */
  readonly runs: number;
  readonly timeZone: string;
  readonly signal: AbortSignal;
};

type Stage = MeasuredStage['stage'];
/** In the order in which they run; what was just read is asked again at once, before anything else is read. */
const measured = [['bare'], ['system'], ['memory'], ['history', 'cached']] as const satisfies readonly Stage[][];

/** The prompt as a turn's would be. Each run is another person's, so that only what everybody shares can be cached. */
const requestOf = ({ model, now, timeZone }: Options, stage: Stage, run: number): GenerationRequest => {
  const text = questions[run % questions.length] ?? '';
  if (stage === 'bare') return { model, messages: [{ role: 'user', content: `${text} (${run + 1})` }], options };
  const { messages } = assembleContext({
    request: { text, attachments: [], context: { timeZone } },
    history: { said: stage === 'system' || stage === 'memory' ? [] : history, earlier: 0 },
    project: null,
    username: `${stage === 'cached' ? 'history' : stage}-${run + 1}`,
    memory: stage === 'system' ? null : memory,
    now: now(),
    options,
  });
  return { model, messages, options };
};

const route = async ({ router, runs, elapsed, timeZone, signal }: Options, message: string): Promise<RoutedSample> => {
  const times: number[] = [];
  let path = '';
  let tool: string | null = null;
  for (let run = 0; run < runs; run += 1) {
    const started = elapsed();
    const { routed } = await router.route({ message, history, timeZone, disabled: [], signal });
    times.push(elapsed() - started);
    ({ path, tool } = routed);
  }
  return { message, path, tool, milliseconds: median(times) };
};

/**
 * Measures what a turn waits for, on the model and the router that turns use: the model by itself and with each part of the
 * prompt, a prompt that it has just read, and the router. @throws the signal's reason when aborted; as the provider
 */
export async function* runChatBenchmark(asked: Options): AsyncGenerator<ChatBenchmarkStep, void, undefined> {
  const { provider, model, router, runs, elapsed, signal } = asked;
  const total = 1 + runs * measured.flat().length + routedMessages.length;
  let done = 0;
  const progress = (stage: string): ChatBenchmarkStep => ({ type: 'progress', stage, done, total });

  yield progress('load');
  await router.ready();
  // A model may have to be loaded first: that time is no stage's.
  await measure(provider, requestOf(asked, 'bare', runs), elapsed, signal);
  done += 1;
  for (const group of measured) {
    const samples = new Map<Stage, Sample[]>(group.map((stage) => [stage, []]));
    for (let run = 0; run < runs; run += 1) {
      for (const [stage, taken] of samples) {
        yield progress(stage);
        taken.push(await measure(provider, requestOf(asked, stage, run), elapsed, signal));
        done += 1;
      }
    }
    for (const [stage, taken] of samples) yield { type: 'stage', measured: summarise(stage, taken) };
  }
  const routed: RoutedSample[] = [];
  for (const message of routedMessages) {
    yield progress('routing');
    signal.throwIfAborted();
    routed.push(await route(asked, message));
    done += 1;
  }
  yield { type: 'routing', routed };
  yield progress('routing');
  yield { type: 'result', model, provider: provider.id, embedder: router.embedder() };
}
