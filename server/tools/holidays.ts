import Holidays from 'date-holidays';
import { z } from 'zod';
import { isoDate } from './dates.ts';
import { countryOf, findPlace } from './places.ts';
import { defineTool, failed } from './tool.ts';

const MAX_SHOWN = 20;
const ordinary = new Set(['public', 'bank', 'observance', 'optional']);
const names = new Intl.DisplayNames(['en'], { type: 'region' });
const countries = new Holidays().getCountries('en');

const codeOf = (country: string): string | null => {
  const wanted = country.trim().toLowerCase().replace(/^the /, '');
  const known = Object.entries(countries).find(
    ([code, name]) =>
      code.toLowerCase() === wanted || name.toLowerCase() === wanted || names.of(code)?.toLowerCase() === wanted,
  );
  const common: Record<string, string> = { usa: 'US', america: 'US', uk: 'GB', england: 'GB', 'united states': 'US' };
  const code = known?.[0] ?? common[wanted] ?? findPlace(country)?.countryCode;
  return code !== undefined && code in countries ? code : null;
};

const countryIn = (message: string): string | null => {
  const match =
    /\b(?:in|for|of)\s+(?:the\s+)?(\p{Lu}[\p{L} ]*?)(?:\s+(?:in|this|next|for)\b.*|\s+\d{4}.*)?[\s?.!]*$/u.exec(
      message,
    );
  return match?.[1] && codeOf(match[1]) ? match[1] : null;
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
  }),
  offline: true,
  idempotent: true,
  dataSources: ['date-holidays'],
  fromMessage: (message) => {
    const asksForAll = /\b(holidays?|days? off)\b/i.test(message);
    const named =
      /\bwhen(?:'s| is| does| was)\s+(?:the\s+)?(?:next\s+)?([\p{L}' ]+?)(?:\s+(?:day|fall|falls|in|on|this|next)\b.*|\s+\d{4}.*)?[\s?.!]*$/iu.exec(
        message,
      );
    const name = named?.[1] && !/\bholidays?\b/i.test(named[1]) ? named[1].trim() : null;
    if (!asksForAll && name === null) return null;
    const country = countryIn(message);
    const year = /\b(19[7-9]\d|20\d\d)\b/.exec(message)?.[1];
    return {
      ...(country === null ? {} : { country }),
      ...(year === undefined ? {} : { year: Number(year) }),
      ...(name === null ? {} : { name }),
    };
  },
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
          ? `The next holiday in ${where} is ${next.name} on ${next.date}.`
          : `${next.name} in ${where} is on ${next.date}.`,
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
