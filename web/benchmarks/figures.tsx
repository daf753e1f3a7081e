import type { ReactNode } from 'react';

/** Numbers with their names. */
export const Figures = ({ label, figures }: { label: string; figures: readonly (readonly [string, string])[] }) => (
  <dl aria-label={label} className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
    {figures.map(([name, value]) => (
      <div key={name} className="flex flex-col">
        <dt className="text-sm text-soft">{name}</dt>
        <dd className="font-serif text-2xl tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);

type Table = {
  label: string;
  heads: readonly string[];
  rows: readonly { name: string; cells: readonly ReactNode[] }[];
};

/** The same numbers for whoever doesn't see the chart. */
export const AsTable = ({ label, heads, rows }: Table) => (
  <details className="text-sm">
    <summary className="cursor-pointer text-soft">As a table</summary>
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="mt-3 overflow-x-auto rounded-xl border border-line bg-raised"
    >
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
    </section>
  </details>
);
