import { z } from 'zod';
import { sayDay, sayWeekday } from '../../schema/days.ts';
import { clockQuestionIn } from './clock-questions.ts';
import { dateIn, daysBetween, isoDate, offsetOf } from './dates.ts';
import { findPlace } from './places.ts';
import { defineTool, failed } from './tool.ts';

const parameters = z.object({
  ask: z.enum(['time', 'date', 'until', 'between', 'difference']),
  place: z.string().max(80).exactOptional().describe('a city, a country or a time zone; the person’s own without it'),
  date: z.string().max(120).exactOptional().describe('a date, or words such as next Friday or Christmas'),
  other: z
    .string()
    .max(120)
    .exactOptional()
    .describe('the second date of `between`, or the second place of `difference`'),
  unit: z.enum(['days', 'weeks']).exactOptional().describe('of `until`; days without it'),
});

const plural = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

/** In weeks and days where weeks are asked for. */
const span = (days: number, unit: 'days' | 'weeks'): string => {
  const [weeks, rest] = [Math.floor(days / 7), days % 7];
  if (unit === 'days' || weeks === 0) return plural(days);
  return [`${weeks} ${weeks === 1 ? 'week' : 'weeks'}`, ...(rest ? [plural(rest)] : [])].join(' and ');
};

const countdown = (days: number, date: string, unit: 'days' | 'weeks'): string =>
  days === 0
    ? `${date} is today`
    : days > 0
      ? `${span(days, unit)} until ${date}`
      : `${span(-days, unit)} since ${date}`;

const apart = (one: string, other: string, minutes: number): string => {
  if (minutes === 0) return `${one} has the same time as ${other}`;
  const hours = Math.abs(minutes) / 60;
  return `${one} is ${hours} ${hours === 1 ? 'hour' : 'hours'} ${minutes > 0 ? 'ahead of' : 'behind'} ${other}`;
};

const answer = (input: string, result: string, spoken: string, data: Record<string, string | number>) => ({
  success: true,
  data,
  spoken,
  blocks: [{ type: 'value' as const, title: 'Date and time', input, result }],
});

export const datetime = defineTool({
  id: 'datetime',
  name: 'Date and time',
  progress: 'Looking at the clock',
  description: 'Tells the time or date here or elsewhere, and counts days until or between dates.',
  rule: 'datetime: the current time or date anywhere, weekdays, days until or between dates.',
  examples: [
    'tell the current time in a city or time zone',
    "tell today's date and the day of the week",
    'count the days until a date or an event such as Christmas',
    'count the days between two dates',
    'find on which weekday a date falls',
    'compare clocks of time zones around the world',
  ],
  parameters,
  offline: true,
  idempotent: true,
  dataSources: ['IANA time zones', 'city-timezones'],
  fromMessage: clockQuestionIn,
  execute({ ask, place, date, other, unit = 'days' }, { now, timeZone: own }) {
    const found = place === undefined ? null : findPlace(place);
    if (place !== undefined && !found) return failed(`no place is known as "${place}"`);
    const timeZone = found?.timeZone ?? own;
    const where = found ? ` in ${found.name}` : '';
    if (ask === 'difference') {
      const second = other === undefined ? { name: 'here', timeZone: own } : findPlace(other);
      if (!found || !second) return failed(found ? `no place is known as "${other}"` : 'a place is needed');
      const minutes = offsetOf(now, found.timeZone) - offsetOf(now, second.timeZone);
      const result = apart(found.name, second.name, minutes);
      return answer(`Time in ${found.name} and ${second.name}`, result, `${result}.`, { minutes });
    }
    const at = date === undefined ? now : dateIn(date, now, timeZone);
    if (!at) return failed(`"${date}" is no date that is understood`);
    const today = isoDate(now, timeZone);
    const day = isoDate(at, timeZone);
    if (ask === 'time') {
      const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(now);
      const spoken = `It is ${time}, ${sayWeekday(today)}${where}.`;
      return answer(`Time${where}`, `${time}, ${today}`, spoken, { timeZone, time, date: today });
    }
    if (ask === 'date') {
      const isToday = day === today;
      const said = sayWeekday(day);
      const weekday = said.split(/,? /)[0] ?? said;
      const spoken = isToday ? `Today${where} is ${said}.` : `${sayDay(day)} is a ${weekday}.`;
      return answer(isToday ? `Today${where}` : weekday, day, spoken, { timeZone, date: day, weekday });
    }
    const second = other === undefined ? null : dateIn(other, now, timeZone);
    if (ask === 'between') {
      if (!second) return failed('a second date is needed');
      const end = isoDate(second, timeZone);
      const days = Math.abs(daysBetween(day, end));
      return answer(
        `${day} to ${end}`,
        plural(days),
        `There are ${plural(days)} between ${sayDay(day)} and ${sayDay(end)}.`,
        { days },
      );
    }
    const days = daysBetween(today, day);
    const spoken = `${countdown(days, sayWeekday(day), unit)}.`;
    const result = days === 0 ? 'Today' : span(Math.abs(days), unit);
    return answer(`${days < 0 ? 'Since' : 'Until'} ${day}`, result, spoken, { date: day, days });
  },
});
