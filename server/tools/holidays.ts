import Holidays from 'date-holidays';
import { z } from 'zod';
import { sayWeekday } from '../../schema/days.ts';
import { isoDate } from './dates.ts';
import { codeOf, countries, holidayQuestionIn, names } from './holiday-questions.ts';
import { countryOf } from './places.ts';
import { defineTool, failed } from './tool.ts';

const MAX_SHOWN = 20;
const ordinary = new Set(['public', 'bank', 'observance', 'optional']);
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
  }),
  offline: true,
  idempotent: true,
  dataSources: ['date-holidays'],
  fromMessage: holidayQuestionIn,
  execute({ country, year, name }, { now, timeZone }) {
    const code = country === undefined ? (countryOf(timeZone)?.countryCode ?? 'US') : codeOf(country);
    if (code === null || !(code in countries)) return failed(`no holidays are known for "${country ?? timeZone}"`);
    const calendar = new Holidays(code, { languages: ['en'] });
    const today = isoDate(now, timeZone);
    const first = year ?? Number(today.slice(0, 4));
    const inYear = (of: number) =>
      calendar
        .getHolidays(of)
        .filter(({ type }) => ordinary.has(type))
        .map((holiday) => ({ name: holiday.name, date: holiday.date.slice(0, 10), type: holiday.type }));
    const wanted = name?.toLowerCase();
    const all =
      year === undefined ? [...inYear(first), ...inYear(first + 1)].filter(({ date }) => date >= today) : inYear(first);
    const found = wanted === undefined ? all : all.filter((each) => each.name.toLowerCase().includes(wanted));
    const shown =
      wanted === undefined
        ? found.filter(({ type }) => type === 'public' || type === 'bank').slice(0, MAX_SHOWN)
        : found.slice(0, 3);
    const where = names.of(code) ?? code;
    const next = shown[0];
    if (!next)
      return failed(
        wanted === undefined ? `no holidays are known for ${where}` : `${where} has no holiday called "${name}"`,
      );
    return {
      success: true,
      data: { country: code, holidays: shown },
      spoken:
        wanted === undefined
          ? `The next holiday in ${where} is ${next.name} on ${sayWeekday(next.date)}.`
          : `${next.name} in ${where} is on ${sayWeekday(next.date)}.`,
      blocks: [
        {
          type: 'table',
          title: `Holidays in ${where}`,
          columns: ['Date', 'Holiday', 'Kind'],
          rows: shown.map((holiday) => [holiday.date, holiday.name, holiday.type]),
        },
      ],
    };
  },
});
