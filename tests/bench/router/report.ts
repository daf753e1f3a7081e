import type { RouterBenchmarkResult } from '../../../schema/router-benchmark.ts';

const BAR = 40;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const number = (value: number): string => value.toFixed(3);

const perTool = ({ tools }: RouterBenchmarkResult): string[] =>
  tools.map(
    ({ tool, messages, right, called }) =>
      `${tool.padEnd(16)} ${`${right}/${messages}`.padStart(7)} ${percent(right / messages).padStart(8)}` +
      (tool === 'none' ? '' : `   called ${called}/${messages}`),
  );

const confusion = ({ confusion: pairs }: RouterBenchmarkResult): string[] =>
  pairs
    .filter(({ expected, routed }) => expected !== routed)
    .sort((a, b) => b.count - a.count)
    .map(({ expected, routed, count }) => `${String(count).padStart(4)}  ${expected} → ${routed}`);

const distribution = ({ distribution: steps, thresholds }: RouterBenchmarkResult): string[] => {
  const most = Math.max(1, ...steps.map(({ tools, conversation }) => tools + conversation));
  const bar = (count: number, mark: string) => mark.repeat(Math.ceil((count / most) * BAR));
  return steps.map(({ from, to, tools, conversation }) => {
    const inside = (threshold: number) => threshold >= from - 1e-9 && threshold < to - 1e-9;
    const mark = inside(thresholds.confident)
      ? ' ← confident'
      : inside(thresholds.conversational)
        ? ' ← conversational'
        : '';
    return `${from.toFixed(2)} ${String(tools).padStart(4)} ${String(conversation).padStart(4)}  ${bar(tools, '█')}${bar(conversation, '░')}${mark}`;
  });
};

/** The figures, for a person. */
export const report = (result: RouterBenchmarkResult, { misses }: { misses: boolean }): string => {
  const { milliseconds: ms, calibration, thresholds, models } = result;
  return `${[
    `embedder ${models.embedder}, router model ${models.router ?? 'none'}; ${result.messages} messages`,
    calibration
      ? `calibration: its scores ${calibration.conversational} and ${calibration.confident} stand for the thresholds ${thresholds.conversational} and ${thresholds.confident}`
      : `thresholds ${thresholds.conversational} and ${thresholds.confident}; scores as they are`,
    '',
    `accuracy         ${percent(result.accuracy)}`,
    `false positives  ${percent(result.falsePositiveRate)} of conversation`,
    `called           ${percent(result.called)} of those that want a tool, with arguments at hand`,
    `milliseconds     mean ${number(ms.mean)}, median ${number(ms.median)}, p99 ${number(ms.p99)}, most ${number(ms.most)}`,
    `paths            ${Object.entries(result.paths)
      .map(([path, count]) => `${path} ${count}`)
      .join(', ')}`,
    '',
    ...perTool(result),
    '',
    'expected → routed',
    ...confusion(result),
    '',
    'best score, tools, conversation (█ tools, ░ conversation)',
    ...distribution(result),
    ...(misses
      ? [
          '',
          ...result.misses.map(
            ({ message, expected, routed, path, score }) =>
              `${expected} → ${routed} (${path}, ${score === null ? 'no score' : score.toFixed(2)}): ${message}`,
          ),
        ]
      : []),
  ].join('\n')}\n`;
};
