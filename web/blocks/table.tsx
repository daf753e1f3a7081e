import { Table2 } from 'lucide-react';
import { Days } from '../ui/days.tsx';
import type { BlockProps } from './block.ts';
import { Card } from './card.tsx';

/* biome-ignore-start lint/suspicious/noArrayIndexKey: a cell's place is its name */
export const Table = ({ block: { title, columns, rows } }: BlockProps<'table'>) => (
  <Card title={title} icon={Table2}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is too wide has to be scrolled by keyboard, too */}
    <section aria-label={title} tabIndex={0} className="-mx-1 overflow-x-auto px-1">
      <table className="w-full text-left text-sm tabular-nums [overflow-wrap:normal]">
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col" className="py-1.5 pr-4 font-medium text-soft last:pr-0">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className="border-t border-line align-top">
              {row.map((cell, place) => (
                <td key={place} className="min-w-20 py-1.5 pr-4 last:pr-0">
                  <Days in={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </Card>
);
/* biome-ignore-end lint/suspicious/noArrayIndexKey: a cell's place is its name */
