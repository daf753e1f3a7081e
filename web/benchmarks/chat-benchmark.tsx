import { useState } from 'react';
import type { MeasuredStage } from '../../schema/chat-benchmark.ts';
import { AsTable } from '../ui/as-table.tsx';
import { SelectField } from '../ui/field.tsx';
import { ModelOptions } from '../ui/model-options.tsx';
import { Section } from '../ui/page.tsx';
import { Bars } from '../usage/charts.tsx';
import { benchmarkPath, chatBenchmark, sayMs } from './results.ts';
import { Runner } from './runner.tsx';
import { useBenchmark } from './use-benchmark.ts';

const RUNS = [1, 3, 5, 10, 20];
const names: Record<MeasuredStage['stage'], string> = {
  bare: 'The question alone',
  system: '… behind the system message',
  memory: '… with memories in it',
  history: '… and a history of ten messages',
  cached: 'All that once more, at once',
};
const cached = ({ cacheHits, runs }: MeasuredStage) => (cacheHits === null ? null : `${cacheHits} of ${runs} cached`);
const orDash = (value: number | null, say: (value: number) => string) => (value === null ? '–' : say(value));

/** What an answer waits for, stage by stage. */
export const ChatBenchmark = ({ models }: { models: readonly { id: string; provider: string }[] }) => {
  const { state, isRunning, error, start, stop } = useBenchmark(chatBenchmark);
  const { stages, routed, by, progress } = state;
  const [model, setModel] = useState('');
  const [runs, setRuns] = useState('3');

  return (
    <Section
      name="An answer, stage by stage"
      hint="How long it takes until the first token comes: the model by itself, with each part of a prompt, and with a prompt that it has just read."
    >
      <Runner
        name="An answer, stage by stage"
        {...{ isRunning, progress, error }}
        onStart={() => start(benchmarkPath('chat', { model, runs }))}
        onStop={stop}
      >
        <SelectField label="Model" value={model} onChange={({ target }) => setModel(target.value)}>
          <option value="">the default</option>
          <ModelOptions models={models} />
        </SelectField>
        <SelectField label="Runs of each stage" value={runs} onChange={({ target }) => setRuns(target.value)}>
          {RUNS.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </SelectField>
      </Runner>
      {stages.length > 0 && (
        <>
          <h3 className="text-sm font-medium">Until the first token</h3>
          <Bars
            label="Until the first token"
            inOrder
            bars={stages.map((measured) => ({
              key: measured.stage,
              name: names[measured.stage],
              value: measured.firstTokenMs,
              said: [sayMs(measured.firstTokenMs), measured.stage === 'cached' && cached(measured)]
                .filter(Boolean)
                .join(' · '),
            }))}
          />
          <AsTable
            label="Stages of an answer"
            heads={[
              'Stage',
              'First token',
              'Whole answer',
              'Prompt tokens',
              'Tokens a second',
              'Prompt read in',
              'Cached',
            ]}
            rows={stages.map((measured) => ({
              name: names[measured.stage],
              cells: [
                sayMs(measured.firstTokenMs),
                sayMs(measured.totalMs),
                orDash(measured.promptTokens, String),
                orDash(measured.tokensPerSecond, (rate) => rate.toFixed(1)),
                orDash(measured.prefillMs, sayMs),
                cached(measured) ?? '–',
              ],
            }))}
          />
        </>
      )}
      {routed.length > 0 && (
        <>
          <h3 className="text-sm font-medium">Routing</h3>
          <Bars
            label="Routing"
            inOrder
            bars={routed.map(({ message, path, tool, milliseconds }) => ({
              key: message,
              name: `${path} → ${tool ?? 'no tool'}: “${message}”`,
              value: milliseconds,
              said: sayMs(milliseconds),
            }))}
          />
        </>
      )}
      {by && (
        <p role="status" className="text-sm text-soft">
          Measured with {by.model} of {by.provider}; messages embedded by {by.embedder}. Each number is the median of
          the runs.
        </p>
      )}
    </Section>
  );
};
