import { Quote } from 'lucide-react';
import type { BlockProps } from './block.ts';
import { Card } from './card.tsx';

export const Text = ({ block: { title, text } }: BlockProps<'text'>) => (
  <Card title={title} icon={Quote}>
    <p className="font-serif text-[1.15rem] whitespace-pre-line">{text}</p>
  </Card>
);
