import { splitAtDays } from '../../schema/days.ts';

const ways = {
  medium: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }),
  full: new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' }),
};

/** A day of data (`2030-04-22`) as its reader writes it. */
export const showDay = (day: string): string => ways.medium.format(new Date(day));

/** A text of data, the days in it as its reader writes them; `full` says the weekday, too. */
export const Days = ({ in: text, way = 'medium' }: { in: string; way?: keyof typeof ways }) =>
  splitAtDays(text).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which never move
      <time key={index} dateTime={piece} className="whitespace-nowrap">
        {ways[way].format(new Date(piece))}
      </time>
    ),
  );
