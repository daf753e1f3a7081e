import { MapPin } from 'lucide-react';
import type { BlockProps } from './block.ts';
import { Card, Outward } from './card.tsx';

const angle = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });
const sayAngle = (degrees: number, [over, under]: readonly [string, string]) =>
  `${angle.format(Math.abs(degrees))}° ${degrees < 0 ? under : over}`;

export const MapLink = ({ block: { title, place, latitude, longitude, url } }: BlockProps<'map_link'>) => (
  <Card title={title} icon={MapPin}>
    <p className="flex flex-wrap items-baseline gap-x-3">
      <Outward href={url}>{place} on the map</Outward>
      <span className="text-sm text-soft tabular-nums">
        {sayAngle(latitude, ['N', 'S'])}, {sayAngle(longitude, ['E', 'W'])}
      </span>
    </p>
  </Card>
);
