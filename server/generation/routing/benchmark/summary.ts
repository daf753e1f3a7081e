import type { RouterBenchmarkResult } from '../../../../schema/router-benchmark.ts';
import type { Routed } from '../route.ts';
import type { Calibration } from '../route-index.ts';
import { thresholds } from '../thresholds.ts';

const NONE = 'none';
const STEPS = 20;

/** How one message was routed: `decided` on which tool, and whether it is `called`, with arguments; `none` for no tool. */
export type Outcome = {
  readonly message: string;
  readonly expected: string;
  readonly decided: string;
  readonly called: string;
  readonly routed: Routed;
  readonly milliseconds: number;
};

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const count = <T>(values: readonly T[], matches: (value: T) => boolean): number => values.filter(matches).length;

const timesOf = (outcomes: readonly Outcome[]): RouterBenchmarkResult['milliseconds'] => {
  const times = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0;
  return {
    mean: share(
      times.reduce((sum, time) => sum + time, 0),
      times.length,
    ),
    median: at(0.5),
    p99: at(0.99),
    most: at(1),
  };
};

const tallied = (keys: readonly string[]): Map<string, number> => {
  const tally = new Map<string, number>();
  for (const key of keys) tally.set(key, (tally.get(key) ?? 0) + 1);
  return tally;
};

const confusionOf = (outcomes: readonly Outcome[]): RouterBenchmarkResult['confusion'] =>
  [...tallied(outcomes.map(({ expected, decided }) => `${expected} ${decided}`))].map(([pair, times]) => {
    const [expected = NONE, routed = NONE] = pair.split(' ');
    return { expected, routed, count: times };
  });

const distributionOf = (outcomes: readonly Outcome[]): RouterBenchmarkResult['distribution'] => {
  const scored = outcomes.flatMap(({ expected, routed: { candidates } }) =>
    candidates[0]
      ? [{ expected, step: Math.min(STEPS - 1, Math.max(0, Math.floor(candidates[0].score * STEPS))) }]
      : [],
  );
  return Array.from({ length: STEPS }, (_, step) => {
    const here = scored.filter((one) => one.step === step);
    const conversation = count(here, ({ expected }) => expected === NONE);
    return { from: step / STEPS, to: (step + 1) / STEPS, tools: here.length - conversation, conversation };
  });
};

/** @see routerBenchmarkResultSchema */
export const summarise = (
  outcomes: readonly Outcome[],
  { embedder, calibration }: { embedder: string; calibration: Calibration | null },
): RouterBenchmarkResult => {
  const isRight = ({ expected, decided }: Outcome) => decided === expected;
  const isCalled = ({ expected, called }: Outcome) => called === expected;
  const wanting = outcomes.filter(({ expected }) => expected !== NONE);
  const chatting = outcomes.filter(({ expected }) => expected === NONE);
  return {
    messages: outcomes.length,
    accuracy: share(count(outcomes, isRight), outcomes.length),
    called: share(count(wanting, isCalled), wanting.length),
    falsePositiveRate: share(
      count(chatting, (outcome) => !isRight(outcome)),
      chatting.length,
    ),
    milliseconds: timesOf(outcomes),
    models: { embedder, router: outcomes.find(({ routed }) => routed.models.router)?.routed.models.router ?? null },
    thresholds,
    calibration,
    paths: Object.fromEntries(tallied(outcomes.map(({ routed }) => routed.path))),
    tools: [...tallied(outcomes.map(({ expected }) => expected))].map(([tool, total]) => {
      const own = outcomes.filter(({ expected }) => expected === tool);
      const right = count(own, isRight);
      return { tool, messages: total, right, called: count(own, isCalled), accuracy: share(right, total) };
    }),
    confusion: confusionOf(outcomes),
    distribution: distributionOf(outcomes),
    misses: outcomes
      .filter((outcome) => !isRight(outcome))
      .map(({ message, expected, decided, routed: { path, candidates } }) => ({
        message,
        expected,
        routed: decided,
        path,
        score: candidates[0]?.score ?? null,
      })),
  };
};
