import {
  type ChatBenchmarkStep,
  chatBenchmarkStepSchema,
  type MeasuredStage,
  type RoutedSample,
} from '../../schema/chat-benchmark.ts';
import {
  type RouterBenchmarkResult,
  type RouterBenchmarkStep,
  routerBenchmarkStepSchema,
} from '../../schema/router-benchmark.ts';

export type Progress = { readonly done: number; readonly total: number };

type Chat = {
  readonly progress: Progress | null;
  readonly stages: readonly MeasuredStage[];
  readonly routed: readonly RoutedSample[];
  readonly by: { readonly model: string; readonly provider: string; readonly embedder: string } | null;
};
const nothing: Chat = { progress: null, stages: [], routed: [], by: null };

export const chatBenchmark = {
  schema: chatBenchmarkStepSchema,
  initial: nothing,
  evolve(state: Chat, step: ChatBenchmarkStep): Chat {
    switch (step.type) {
      case 'progress':
        return { ...state, progress: step };
      case 'stage':
        return { ...state, stages: [...state.stages, step.measured] };
      case 'routing':
        return { ...state, routed: step.routed };
      case 'result':
        return { ...state, by: step };
    }
  },
};

type Routing = { readonly progress: Progress | null; readonly result: RouterBenchmarkResult | null };
const unrouted: Routing = { progress: null, result: null };

export const routerBenchmark = {
  schema: routerBenchmarkStepSchema,
  initial: unrouted,
  evolve: (state: Routing, step: RouterBenchmarkStep): Routing =>
    step.type === 'progress' ? { ...state, progress: step } : { ...state, result: step.result },
};

/** Where the server measures. What is empty is left out. */
export const benchmarkPath = (name: 'chat' | 'router', asked: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''));
  return `/api/admin/${name}-benchmark/stream${query.size > 0 ? `?${query}` : ''}`;
};

/** Short times are worth their fractions. */
export const sayMs = (ms: number): string => {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(2)} s`;
  return `${ms >= 10 ? Math.round(ms) : ms.toFixed(ms >= 1 ? 1 : 2)} ms`;
};

export const sayShare = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** The confusion as a table: a row for each expected label and a column for each that was decided on, in the same order. */
export const confusionTable = ({ tools, confusion }: Pick<RouterBenchmarkResult, 'tools' | 'confusion'>) => {
  const rows = tools.map(({ tool, messages }) => ({ label: tool, messages }));
  const decided = new Set(confusion.map(({ routed }) => routed));
  const known = rows.map(({ label }) => label);
  const columns = [
    ...known.filter((label) => decided.has(label)),
    ...[...decided].filter((one) => !known.includes(one)),
  ];
  const countOf = (expected: string, routed: string) =>
    confusion.find((pair) => pair.expected === expected && pair.routed === routed)?.count ?? 0;
  return {
    columns,
    rows: rows.map(({ label, messages }) => ({
      label,
      cells: columns.map((column) => ({
        column,
        count: countOf(label, column),
        share: countOf(label, column) / messages,
      })),
    })),
  };
};
