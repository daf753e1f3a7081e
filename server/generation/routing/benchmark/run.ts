import type { RouterBenchmarkStep } from '../../../../schema/router-benchmark.ts';
import type { Time } from '../../../time.ts';
import type { Router } from '../router.ts';
import type { ChooseTool } from '../tier2.ts';
import messages from './messages.json' with { type: 'json' };
import { type Outcome, summarise } from './summary.ts';

const NONE = 'none';
const CONVERSATION = 'conversation';

type Options = Pick<Time, 'elapsed'> & {
  readonly router: Router;
  /** Chooses in place of the server's router model. */
  readonly choose?: ChooseTool;
  /** By tool id, and of `conversation`; the benchmark's own without it. */
  readonly messages?: Readonly<Record<string, readonly string[]>>;
  readonly signal: AbortSignal;
};

/**
 * Routes every message as a turn would, with no history and nobody's gates, and tells how it went. None of the messages is
 * among what the router learns from. @throws the signal's reason when aborted
 */
export async function* runRouterBenchmark(options: Options): AsyncGenerator<RouterBenchmarkStep, void, undefined> {
  const { router, choose, elapsed, signal } = options;
  await router.ready();
  const asked = Object.entries(options.messages ?? messages).flatMap(([label, texts]) =>
    texts.map((message) => ({ message, expected: label === CONVERSATION ? NONE : label })),
  );
  const outcomes: Outcome[] = [];
  let right = 0;
  for (const { message, expected } of asked) {
    signal.throwIfAborted();
    const started = elapsed();
    const { routed, call } = await router.route({
      message,
      history: [],
      timeZone: 'UTC',
      disabled: [],
      signal,
      ...(choose && { choose }),
    });
    const milliseconds = elapsed() - started;
    const called = call?.tool.id ?? NONE;
    const best = routed.candidates[0];
    // Where it was sure of the tool it has decided, though the arguments need a model that can't be asked.
    const isSure = routed.path === 'degraded' && best && best.score >= routed.thresholds.confident;
    const decided = isSure ? best.tool : called;
    outcomes.push({ message, expected, decided, called, routed, milliseconds });
    if (decided === expected) right += 1;
    yield { type: 'progress', done: outcomes.length, total: asked.length, right };
  }
  yield {
    type: 'result',
    result: summarise(outcomes, { embedder: router.embedder(), calibration: router.calibration() }),
  };
}
