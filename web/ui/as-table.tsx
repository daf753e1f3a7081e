import type { ReactNode } from 'react';
import { Scrolling } from './scrolling.tsx';

type Table = {
  label: string;
  heads: readonly string[];
  rows: readonly { name: string; cells: readonly ReactNode[] }[];
};

/** The same numbers for whoever doesn't see the chart. */
export const AsTable = ({ label, heads, rows }: Table) => (
  <details className="text-sm">
    <summary className="cursor-pointer text-soft">As a table</summary>
    <Scrolling label={label} className="mt-3 rounded-xl border border-line bg-raised">
      <table className="w-full text-right tabular-nums">
        <thead className="text-soft">
          <tr>
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`px-3 py-2 font-normal whitespace-nowrap ${index === 0 ? 'text-left' : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
                {name}
              </th>
              {cells.map((cell, column) => (
                <td key={heads[column + 1]} className="px-3 py-1.5 whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  </details>
);
