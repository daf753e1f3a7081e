import { Image as ImageIcon } from 'lucide-react';
import type { BlockProps } from './block.ts';
import { Card, hostOf, Outward } from './card.tsx';

/** A picture of another host is a link to it: loading it would tell that host who reads this and when. */
export const Image = ({ block: { title, url, alt } }: BlockProps<'image'>) => (
  <Card title={title} icon={ImageIcon}>
    {/^https?:/.test(url) ? (
      <Outward href={url}>
        {alt || title} ({hostOf(url)})
      </Outward>
    ) : (
      <img src={url} alt={alt} loading="lazy" className="mt-1 max-h-128 max-w-full rounded-lg" />
    )}
  </Card>
);
