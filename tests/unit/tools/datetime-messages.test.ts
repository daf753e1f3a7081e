import { describe, expect, test } from 'vitest';
import { datetime } from '../../../server/tools/datetime.ts';
import { toolContext } from '../../support/tool-context.ts';

const read = (message: string) =>
  datetime.fromMessage(message, { now: new Date('2026-03-10T12:00:00Z'), timeZone: 'Europe/Berlin' });

describe('what a message asks the clock', () => {
  test.each<[string, Record<string, string>]>([
    ['what day is it', { ask: 'date' }],
    ['how many weeks until Christmas', { ask: 'until', date: '2026-12-25', unit: 'weeks' }],
    ['time difference between New York and London', { ask: 'difference', place: 'New York', other: 'London' }],
    ['time difference between London and LA', { ask: 'difference', place: 'London', other: 'LA' }],
    ['how many hours ahead is Tokyo', { ask: 'difference', place: 'Tokyo' }],
    ['days since January 1st', { ask: 'until', date: '2026-01-01' }],
    ['what time zone is Chicago in', { ask: 'time', place: 'Chicago' }],
    ["what's tomorrow's date", { ask: 'date', date: '2026-03-11' }],
    ["what was yesterday's date", { ask: 'date', date: '2026-03-09' }],
    ['what will the date be in 45 days', { ask: 'date', date: '2026-04-24' }],
    ['what day will it be in 100 days', { ask: 'date', date: '2026-06-18' }],
    ['how many days are left in this year', { ask: 'until', date: '2026-12-31' }],
    ['how many days left this month?', { ask: 'until', date: '2026-03-31' }],
    ['what day is it today again', { ask: 'date' }],
    ['whats todays date', { ask: 'date' }],
    ["What's the date today?", { ask: 'date' }],
    ['what year is it', { ask: 'date' }],
    ['what day is it in Sydney', { ask: 'date', place: 'Sydney' }],
    ['what time is it in Tokyo', { ask: 'time', place: 'Tokyo' }],
    ['what time is it in Seoul right now', { ask: 'time', place: 'Seoul' }],
    ['current time pls', { ask: 'time' }],
    ['do you have the time?', { ask: 'time' }],
    ['could you tell me the time in new york please', { ask: 'time', place: 'new york' }],
    ['time in LA', { ask: 'time', place: 'LA' }],
    ['Tokyo time', { ask: 'time', place: 'Tokyo' }],
    ["what's the time in the UK now", { ask: 'time', place: 'the UK' }],
    ['days until Christmas', { ask: 'until', date: '2026-12-25' }],
    ['how many days till Halloween', { ask: 'until', date: '2026-10-31' }],
    ['how long until 4 July', { ask: 'until', date: '2026-07-04' }],
    ['how many weeks till Easter', { ask: 'until', date: '2026-04-05', unit: 'weeks' }],
    ['how long until new year', { ask: 'until', date: '2027-01-01' }],
    ['how many days until Thanksgiving?', { ask: 'until', date: '2026-11-26' }],
    ['how many days since 1 March', { ask: 'until', date: '2026-03-01' }],
    ['how long ago was 20 July 1969', { ask: 'until', date: '1969-07-20' }],
    ['countdown to boxing day', { ask: 'until', date: '2026-12-26' }],
    ['how far away is Christmas', { ask: 'until', date: '2026-12-25' }],
    ['what day was 1 Jan 2000', { ask: 'date', date: '2000-01-01' }],
    ['What day of the week was 14 February 1990?', { ask: 'date', date: '1990-02-14' }],
    ['what date is it 45 days from now', { ask: 'date', date: '2026-04-24' }],
    ['what day is Christmas this year', { ask: 'date', date: '2026-12-25' }],
    ['what day will it be on 4 July 2027', { ask: 'date', date: '2027-07-04' }],
    ['is it already tomorrow in Auckland', { ask: 'date', place: 'Auckland' }],
    ['how many weeks between 3 march and 9 june', { ask: 'between', date: '2026-03-03', other: '2026-06-09' }],
    ['how many days from 1 May to 1 June', { ask: 'between', date: '2026-05-01', other: '2026-06-01' }],
    ['days between 1 Jan 2024 and 1 Jan 2025', { ask: 'between', date: '2024-01-01', other: '2025-01-01' }],
  ])('%s', (message, args) => expect(read(message)).toEqual(args));

  test.each([
    ...['time really does fly', 'what time does the shop close', 'time difference between London and Narnia'],
    ...[
      'what time is it there',
      'what time is it in Narnia',
      'how long until 5pm',
      'I had a great time',
      'how was your day',
    ],
    ...[
      'what day works for you',
      'it has been days since I slept',
      'how long until I feel better',
      'this is the last time',
    ],
    ...['I have got a date tonight, wish me luck', 'give me three tips for a first date', 'how long do I boil an egg'],
  ])('none: %s', (message) => expect(read(message)).toBeNull());
});

// The day is the tenth of March 2026, in Berlin.
test.each([
  ['time difference between London and LA', 'London is 7 hours ahead of Los Angeles.'],
  ['how many hours ahead is India', 'Mumbai is 4.5 hours ahead of here.'],
  ['time difference between Paris and Rome', 'Paris has the same time as Rome.'],
  ['how many weeks until Easter', '3 weeks and 5 days until '],
  ['how many weeks until 17 March', '1 week until '],
  ['how many days until 17 March', '7 days until '],
])('answers %s', async (message, said) => {
  const { spoken } = await datetime.run(read(message), toolContext({ urls: {}, keys: {} }));
  expect(spoken).toContain(said);
});
