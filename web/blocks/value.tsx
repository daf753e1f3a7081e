import { Equal } from 'lucide-react';
import type { BlockProps } from './block.ts';
import { Card } from './card.tsx';

/** What was asked, and the one thing that it comes to. */
export const Value = ({ block: { title, input, result, detail } }: BlockProps<'value'>) => (
  <Card title={title} icon={Equal}>
    <p className="text-soft tabular-nums">{input}</p>
    <p className={`font-serif leading-tight tabular-nums ${result.length > 24 ? 'text-xl' : 'text-3xl'}`}>{result}</p>
    {detail && <p className="mt-1.5 text-sm text-soft">{detail}</p>}
  </Card>
);
