import { storeNames } from './places.ts';
import type { Metric } from './workload.ts';

export type Row = Metric & { readonly workload: string; readonly door: string; readonly server: string };

const shown = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : value >= 10 ? value.toFixed(1) : value.toFixed(2);

const header = ['', 'what', 'door', 'baseline', ...storeNames.flatMap((store) => [store, ''])];

/** A line a figure, with its ratio to what it is compared to: the pass-through's figure, where it names nothing else. */
export const table = (rows: readonly Row[]): string => {
  const lines = new Map<string, Row[]>();
  for (const row of rows.toSorted((a, b) => a.workload.localeCompare(b.workload))) {
    const key = [row.workload, row.name, row.door].join('\0');
    lines.set(key, [...(lines.get(key) ?? []), row]);
  }
  const cells = [...lines.values()].flatMap((line) => {
    const [any] = line;
    if (!any) return [];
    const passThrough = line.find((row) => row.server === 'pass-through')?.value;
    const baselineOf = ({ baseline = passThrough }: Row) => baseline;
    const cellsOf = (server: string) => {
      const row = line.find((one) => one.server === server);
      if (!row) return ['–', ''];
      const baseline = baselineOf(row);
      return [shown(row.value), baseline === undefined ? '' : `×${shown(row.value / baseline)}`];
    };
    const baseline = baselineOf(any);
    const about = [any.workload, `${any.name} (${any.unit})`, any.door, baseline === undefined ? '–' : shown(baseline)];
    return [[...about, ...storeNames.flatMap(cellsOf)]];
  });
  const all = [header, ...cells];
  const widths = header.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const isText = (column: number) => column < 3;
  return `${all
    .map((line) =>
      line
        .map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`;
};
