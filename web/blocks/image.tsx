import { Image as ImageIcon } from 'lucide-react';
import type { BlockProps } from './block.ts';
import { Card } from './card.tsx';
import { Picture } from './picture.tsx';

export const Image = ({ block: { title, url, alt } }: BlockProps<'image'>) => (
  <Card title={title} icon={ImageIcon}>
    <Picture url={url} alt={alt || title} />
  </Card>
);
