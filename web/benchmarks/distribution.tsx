import type { RouterBenchmarkResult } from '../../schema/router-benchmark.ts';
import { AsTable } from '../ui/as-table.tsx';

const WIDTH = 720;
const HALF = 90;
const score = (value: number) => value.toFixed(2);

/** Best scores: messages that want a tool above the line, conversation below it, the two thresholds across. */
export const Distribution = ({
  distribution,
  thresholds,
}: Pick<RouterBenchmarkResult, 'distribution' | 'thresholds'>) => {
  const most = Math.max(1, ...distribution.flatMap(({ tools, conversation }) => [tools, conversation]));
  const step = WIDTH / Math.max(1, distribution.length);
  const marks = [
    { name: 'conversational', at: thresholds.conversational },
    { name: 'confident', at: thresholds.confident },
  ];
  return (
    <>
      <figure className="flex flex-col gap-1 text-xs text-soft">
        <p aria-hidden="true">Messages that want a tool ↑</p>
        <div className="relative">
          <svg
            viewBox={`0 0 ${WIDTH} ${2 * HALF}`}
            preserveAspectRatio="none"
            className="h-52 w-full"
            role="img"
            aria-label={`Distribution of scores, with the thresholds ${score(thresholds.conversational)} and ${score(thresholds.confident)}`}
          >
            {distribution.map(({ from, to, tools, conversation }, index) => (
              <g key={from}>
                <title>{`${score(from)} to ${score(to)}: ${tools} for a tool, ${conversation} of conversation`}</title>
                <rect x={index * step} y={0} width={step} height={2 * HALF} fill="transparent" />
                <rect
                  className="text-accent"
                  x={index * step + step / 8}
                  y={HALF - (tools / most) * (HALF - 4)}
                  width={(step * 3) / 4}
                  height={(tools / most) * (HALF - 4)}
                  fill="currentColor"
                />
                <rect
                  className="text-soft"
                  x={index * step + step / 8}
                  y={HALF}
                  width={(step * 3) / 4}
                  height={(conversation / most) * (HALF - 4)}
                  fill="currentColor"
                />
              </g>
            ))}
            <line x1={0} x2={WIDTH} y1={HALF} y2={HALF} className="stroke-line" vectorEffect="non-scaling-stroke" />
            {marks.map(({ name, at }) => (
              <line
                key={name}
                x1={at * WIDTH}
                x2={at * WIDTH}
                y1={0}
                y2={2 * HALF}
                className="stroke-danger"
                strokeDasharray="5 4"
                strokeWidth={1.5}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
        </div>
        <p aria-hidden="true">Conversation ↓</p>
        <figcaption className="relative h-9 tabular-nums" aria-hidden="true">
          <span className="absolute left-0">0</span>
          {marks.map(({ name, at }) => (
            <span
              key={name}
              className="absolute -translate-x-1/2 text-center text-danger"
              style={{ left: `${at * 100}%` }}
            >
              {score(at)}
              <br />
              {name}
            </span>
          ))}
          <span className="absolute right-0">1</span>
        </figcaption>
      </figure>
      <AsTable
        label="Distribution of scores"
        heads={['Best score', 'For a tool', 'Conversation']}
        rows={distribution.map(({ from, to, tools, conversation }) => ({
          name: `${score(from)} to ${score(to)}`,
          cells: [tools, conversation],
        }))}
      />
    </>
  );
};
