import { List as ListIcon } from 'lucide-react';
import { Days } from '../ui/days.tsx';
import type { BlockProps } from './block.ts';
import { Card, Outward } from './card.tsx';

export const List = ({ block: { title, items } }: BlockProps<'list'>) => (
  <Card title={title} icon={ListIcon}>
    <ul className="divide-y divide-line">
      {items.map(({ text, detail, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and none moves
        <li key={index} className="py-2 first:pt-0.5 last:pb-0">
          <p className="font-medium">{url ? <Outward href={url}>{text}</Outward> : text}</p>
          {detail && (
            <p className="text-sm text-soft">
              <Days in={detail} />
            </p>
          )}
        </li>
      ))}
    </ul>
  </Card>
);
