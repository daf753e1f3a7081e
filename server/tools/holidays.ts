import Holidays from 'date-holidays';
import { z } from 'zod';
import { sayDay, sayWeekday } from '../../schema/days.ts';
import { dateIn, isoDate } from './dates.ts';
import { codeOf, countries, holidayQuestionIn, names } from './holiday-questions.ts';
import { countryOf } from './places.ts';
import { defineTool, failed } from './tool.ts';

const MAX_SHOWN = 20;
const ordinary = new Set(['public', 'bank', 'observance', 'optional']);
/** Countries that keep the feasts which others ask about, too; the first that has one tells when it is. */
const keepers = ['US', 'GB', 'IE', 'IL', 'AE', 'SG', 'FR', 'DE', 'CA', 'AU', 'MX', 'BR', 'HK', 'NZ'];
/** What calendars call feasts that have another name elsewhere. */
const otherNames = new Map([
  ['diwali', 'deepavali'],
  ['labor day', 'labour day'],
  ["presidents' day", 'washington'],
  ['eid', 'eid al'],
]);

type Holiday = { readonly name: string; readonly date: string; readonly type: string };

const holidaysOf = (code: string, year: number): Holiday[] =>
  new Holidays(code, { languages: ['en'] })
    .getHolidays(year)
    .map((holiday) => ({ name: holiday.name, date: holiday.date.slice(0, 10), type: holiday.type }));

const isCalled = ({ name }: Holiday, wanted: string): boolean =>
  [wanted, otherNames.get(wanted.toLowerCase())].some(
    (each) => each && name.toLowerCase().includes(each.toLowerCase()),
  );

const sayDayOf = (day: string, holidays: readonly Holiday[], where: string): string => {
  const [first] = holidays;
  if (!first) return `${sayWeekday(day)} is no holiday in ${where}.`;
  const kind = first.type === 'public' || first.type === 'bank' ? `a ${first.type} holiday` : 'no day off';
  return `${sayWeekday(day)} is ${first.name} in ${where}, ${kind}.`;
};

export const holidays = defineTool({
  id: 'holidays',
  name: 'Holidays',
  progress: 'Looking at the calendar',
  description: 'Lists the public holidays of a country in a year, or finds when one of them is.',
  rule: 'holidays: public and bank holidays, when a feast such as Easter or Thanksgiving falls.',
  examples: [
    'list the public holidays of a country in a year',
    'find when the next bank holiday is',
    'on which date does a feast such as Easter, Thanksgiving or Diwali fall',
    'whether a day is a public holiday',
    'upcoming national holidays and days off',
  ],
  parameters: z.object({
    country: z.string().max(80).exactOptional().describe('a name or a two-letter code; the person’s own without it'),
    year: z.int().min(1970).max(2100).exactOptional(),
    name: z.string().max(80).exactOptional().describe('one holiday, such as Easter'),
    date: z.string().max(100).exactOptional().describe('a day, to tell whether it is a holiday'),
  }),
  offline: true,
  idempotent: true,
  dataSources: ['date-holidays'],
  fromMessage: holidayQuestionIn,
  execute({ country, year, name, date }, { now, timeZone }) {
    const code = country === undefined ? (countryOf(timeZone)?.countryCode ?? 'US') : codeOf(country);
    if (code === null || !(code in countries)) return failed(`no holidays are known for "${country ?? timeZone}"`);
    const today = isoDate(now, timeZone);
    const thisYear = Number(today.slice(0, 4));
    const coming = (of: string, wanted?: string) => {
      const all =
        year === undefined ? [...holidaysOf(of, thisYear), ...holidaysOf(of, thisYear + 1)] : holidaysOf(of, year);
      // Who names a feast means it, whatever it is to the calendar.
      const isMeant = (each: Holiday) => (wanted === undefined ? ordinary.has(each.type) : isCalled(each, wanted));
      return all.filter((each) => (year !== undefined || each.date >= today) && isMeant(each));
    };
    const isFree = ({ type }: Holiday) => type === 'public' || type === 'bank';
    const own = coming(code, name);
    // A feast that isn't kept here is still asked for.
    const kept =
      name !== undefined && own.length === 0 && country === undefined
        ? keepers.find((of) => coming(of, name)[0])
        : code;
    const found = kept === code ? own : coming(kept ?? code, name);
    const shown = name === undefined ? found.filter(isFree).slice(0, MAX_SHOWN) : found.slice(0, 3);
    const where = names.of(kept ?? code) ?? code;
    const next = shown.find((each) => each.date >= today) ?? shown[0];
    if (!next) {
      return failed(
        name === undefined ? `no holidays are known for ${where}` : `${where} has no holiday called "${name}"`,
      );
    }
    const day = date === undefined ? null : dateIn(date, now, timeZone);
    const asked = day && isoDate(day, timeZone);
    const onDay =
      asked === null ? [] : holidaysOf(code, Number(asked.slice(0, 4))).filter((each) => each.date === asked);
    const rows = onDay.length > 0 ? onDay : shown;
    const spoken =
      asked !== null
        ? sayDayOf(asked, onDay, where)
        : name !== undefined
          ? `${next.name} in ${where} is on ${sayWeekday(next.date)}.`
          : year === undefined
            ? `The next holiday in ${where} is ${next.name} on ${sayWeekday(next.date)}.`
            : `${where} has ${shown.length} holidays in ${year}: ${shown.map((each) => `${each.name} on ${sayDay(each.date)}`).join(', ')}.`;
    return {
      success: true,
      data: {
        country: kept ?? code,
        holidays: rows,
        ...(asked === null ? {} : { date: asked, isHoliday: onDay.some(isFree) }),
      },
      spoken,
      blocks: [
        {
          type: 'table',
          title: `Holidays in ${where}`,
          columns: ['Date', 'Holiday', 'Kind'],
          rows: rows.map((holiday) => [holiday.date, holiday.name, holiday.type]),
        },
      ],
    };
  },
});
