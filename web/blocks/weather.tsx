import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudLightning,
  CloudRain,
  CloudSnow,
  CloudSun,
  type LucideIcon,
  Sun,
  Wind,
} from 'lucide-react';
import type { BlockProps } from './block.ts';
import { Card } from './card.tsx';

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const degrees = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const amount = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** The first that the words name. */
const skies: readonly [RegExp, LucideIcon][] = [
  [/thunder/, CloudLightning],
  [/snow/, CloudSnow],
  [/drizzle/, CloudDrizzle],
  [/rain|shower/, CloudRain],
  [/fog/, CloudFog],
  [/partly|mainly/, CloudSun],
  [/clear/, Sun],
];
const skyOf = (summary: string): LucideIcon => skies.find(([words]) => words.test(summary))?.[1] ?? Cloud;

type Day = BlockProps<'weather'>['block']['days'][number];

const DayView = ({ day: { date, low, high, rain, summary } }: { day: Day }) => {
  const Sky = skyOf(summary);
  return (
    <li className="flex min-w-0 flex-col items-center gap-1 text-center">
      <time dateTime={date} className="text-soft">
        {weekday.format(new Date(date))}
      </time>
      <Sky className="size-5" aria-hidden="true" />
      <span className="sr-only">{summary}</span>
      <span className="tabular-nums">
        {degrees.format(high)}° <span className="text-soft">{degrees.format(low)}°</span>
      </span>
      <span className="min-h-5 text-xs text-soft tabular-nums">{rain > 0 && `${amount.format(rain)} mm`}</span>
    </li>
  );
};

export const Weather = ({ block: { title, now, days } }: BlockProps<'weather'>) => {
  const Sky = skyOf(now.summary);
  return (
    <Card title={title} icon={CloudSun}>
      <div className="flex items-center gap-4">
        <Sky className="size-11 shrink-0" strokeWidth={1.5} aria-hidden="true" />
        <p className="font-serif text-4xl leading-none tabular-nums">{degrees.format(now.temperature)} °C</p>
        <div className="text-sm">
          <p>{now.summary}</p>
          <p className="flex items-center gap-1.5 text-soft">
            <Wind className="size-3.5" aria-hidden="true" />
            <span className="sr-only">Wind</span> {degrees.format(now.wind)} km/h
          </p>
        </div>
      </div>
      {days.length > 0 && (
        <ol
          aria-label="The next days"
          className="mt-4 grid auto-cols-fr grid-flow-col gap-2 border-t border-line pt-3 text-sm"
        >
          {days.map((day) => (
            <DayView key={day.date} day={day} />
          ))}
        </ol>
      )}
    </Card>
  );
};
