import type { RouterBenchmarkResult } from '../../schema/router-benchmark.ts';
import { Scrolling } from '../ui/scrolling.tsx';
import { confusionTable } from './results.ts';

/** What was expected, line by line, and what the router decided on, column by column: right where both are the same. */
export const Confusion = (result: Pick<RouterBenchmarkResult, 'tools' | 'confusion'>) => {
  const { columns, rows } = confusionTable(result);
  return (
    <Scrolling label="Confusion" className="rounded-xl border border-line bg-raised py-3 pr-3">
      <table className="text-xs tabular-nums">
        <thead className="text-soft">
          <tr>
            <th scope="col" className="sticky left-0 z-10 bg-raised px-3 text-left align-bottom font-normal">
              wanted ↓ decided →
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="h-28 align-bottom font-normal">
                <span className="inline-block rotate-180 [writing-mode:vertical-rl]">{column}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row" className="sticky left-0 z-10 bg-raised px-3 text-left font-normal whitespace-nowrap">
                {label}
              </th>
              {cells.map(({ column, count, share }) => (
                <td
                  key={column}
                  className={`relative size-7 min-w-7 text-center ${count > 0 && column !== label ? 'font-medium text-danger' : ''}`}
                >
                  <span
                    aria-hidden="true"
                    className={`absolute inset-px rounded-sm ${column === label ? 'bg-accent' : 'bg-danger'}`}
                    style={{ opacity: count === 0 ? 0 : 0.08 + 0.22 * share }}
                  />
                  <span className="relative">{count === 0 ? '' : count}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
};
