import { useState } from 'react';
import type { RouterBenchmarkResult } from '../../schema/router-benchmark.ts';
import { AsTable } from '../ui/as-table.tsx';
import { SelectField } from '../ui/field.tsx';
import { ModelOptions } from '../ui/model-options.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Bars } from '../usage/charts.tsx';
import { Confusion } from './confusion.tsx';
import { Distribution } from './distribution.tsx';
import { Figures } from './figures.tsx';
import { benchmarkPath, routerBenchmark, sayMs, sayShare } from './results.ts';
import { Runner } from './runner.tsx';
import { useBenchmark } from './use-benchmark.ts';

const INTRO = 'How often the router calls the right tool, and how often it calls one where nobody asked for any.';

const calibrated = ({ calibration, thresholds, models }: RouterBenchmarkResult): string =>
  calibration === null
    ? `The scores of ${models.embedder} are taken as they are.`
    : `The scores of ${models.embedder} are on a scale of their own: its ${calibration.conversational.toFixed(2)} counts as ${thresholds.conversational.toFixed(2)} and its ${calibration.confident.toFixed(2)} as ${thresholds.confident.toFixed(2)}, with straight lines between.`;

const Results = ({ result }: { result: RouterBenchmarkResult }) => (
  <>
    <Figures
      label="The router in figures"
      figures={[
        ['Accuracy', sayShare(result.accuracy)],
        ['False positives', sayShare(result.falsePositiveRate)],
        ['Tools called', sayShare(result.called)],
        ['Median', sayMs(result.milliseconds.median)],
        ['99 of 100 within', sayMs(result.milliseconds.p99)],
        ['Messages', String(result.messages)],
      ]}
    />
    <p role="status" className="text-sm text-soft">
      Embedded by {result.models.embedder}; {result.models.router ?? 'no model'} chose where several tools could be
      meant.
    </p>
    <h3 className="text-sm font-medium">Accuracy, tool by tool</h3>
    <div className="md:columns-2 md:gap-8">
      <Bars
        label="Accuracy, tool by tool"
        bars={result.tools.map(({ tool, accuracy, right, messages }) => ({
          key: tool,
          name: tool === 'none' ? 'none (conversation)' : tool,
          value: accuracy,
          said: `${right} of ${messages}`,
        }))}
      />
    </div>
    <AsTable
      label="Accuracy, tool by tool, in numbers"
      heads={['Tool', 'Messages', 'Right', 'Called', 'Accuracy']}
      rows={result.tools.map(({ tool, messages, right, called, accuracy }) => ({
        name: tool,
        cells: [messages, right, called, sayShare(accuracy)],
      }))}
    />
    <h3 className="text-sm font-medium">What was decided for what was wanted</h3>
    <Confusion {...result} />
    <h3 className="text-sm font-medium">Scores and thresholds</h3>
    <Distribution {...result} />
    <p className="text-sm text-soft">{calibrated(result)} Messages that a rule decided have no score.</p>
    {result.misses.length > 0 && (
      <details className="text-sm">
        <summary className="cursor-pointer text-soft">The {result.misses.length} messages that went wrong</summary>
        <div className="mt-3">
          <Rows label="Messages that went wrong">
            {result.misses.map(({ message, expected, routed, path, score }) => (
              <Row
                key={message}
                title={message}
                detail={`wanted ${expected}, got ${routed} (${path}${score === null ? '' : `, ${score.toFixed(2)}`})`}
              />
            ))}
          </Rows>
        </div>
      </details>
    )}
  </>
);

/** How well messages are routed. */
export const RouterBenchmark = ({ models }: { models: readonly { id: string; provider: string }[] }) => {
  const { state, isRunning, error, start, stop } = useBenchmark(routerBenchmark);
  const [model, setModel] = useState('');
  return (
    <Section name="The router" hint={INTRO}>
      <Runner
        name="The router"
        {...{ isRunning, error, progress: state.progress }}
        onStart={() => start(benchmarkPath('router', { model }))}
        onStop={stop}
      >
        <SelectField label="The model that chooses" value={model} onChange={({ target }) => setModel(target.value)}>
          <option value="">the server’s own</option>
          <ModelOptions models={models} />
        </SelectField>
      </Runner>
      {state.result && <Results result={state.result} />}
    </Section>
  );
};
