import { Moon } from 'lucide-react';
import type { BlockProps } from './block.ts';
import { Card } from './card.tsx';

const HALF_DAYS = 14.77;
const R = 46;
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });
const days = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** As it is seen from the north: lit from the right while it grows. The terminator is half an ellipse. */
const Disc = ({ illumination, isWaning }: { illumination: number; isWaning: boolean }) => {
  const width = R * Math.abs(1 - 2 * illumination);
  const back = illumination < 0.5 ? 0 : 1;
  return (
    <svg viewBox="-50 -50 100 100" className="size-24 shrink-0" aria-hidden="true">
      <circle r={R} className="fill-hover stroke-line" strokeWidth="1.5" />
      <path
        d={`M0 ${-R}A${R} ${R} 0 0 1 0 ${R}A${width} ${R} 0 0 ${back} 0 ${-R}Z`}
        transform={isWaning ? 'scale(-1 1)' : undefined}
        className="fill-[light-dark(#d8b45a,#efe3bd)]"
      />
    </svg>
  );
};

export const MoonPhase = ({ block }: BlockProps<'moon_phase'>) => (
  <Card title={block.title} icon={Moon}>
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <div className="flex items-center gap-5">
        <Disc illumination={block.illumination} isWaning={block.age > HALF_DAYS} />
        <div>
          <p className="font-serif text-2xl leading-snug">{block.phase}</p>
          <p className="text-soft">{Math.round(block.illumination * 100)} % illuminated</p>
          <p className="text-sm text-soft">
            <time dateTime={block.date}>{whole.format(new Date(block.date))}</time>, {days.format(block.age)} days old
          </p>
        </div>
      </div>
      <ul aria-label="The next quarters" className="grow text-sm">
        {block.next.map(({ phase, at }) => (
          <li key={at} className="flex justify-between gap-6 border-t border-line py-1 first:border-t-0">
            <span>{phase}</span>
            <time dateTime={at} className="text-soft tabular-nums">
              {day.format(new Date(at))}
            </time>
          </li>
        ))}
      </ul>
    </div>
  </Card>
);
