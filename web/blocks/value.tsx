import { Equal } from 'lucide-react';
import { splitAtDays } from '../../schema/days.ts';
import { Days } from '../ui/days.tsx';
import type { BlockProps } from './block.ts';
import { Card } from './card.tsx';

/** What was asked, and the one thing that it comes to. */
export const Value = ({ block: { title, input, result, detail } }: BlockProps<'value'>) => (
  <Card title={title} icon={Equal}>
    <p className="text-soft tabular-nums">
      <Days in={input} />
    </p>
    <p
      className={`font-serif leading-tight tabular-nums ${result.length > 24 || splitAtDays(result).length > 1 ? 'text-xl' : 'text-3xl'}`}
    >
      <Days in={result} way="full" />
    </p>
    {detail && <p className="mt-1.5 text-sm text-soft">{detail}</p>}
  </Card>
);
