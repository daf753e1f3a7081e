// A day is written as `2030-04-22` (ISO 8601) in whatever is recorded or handed on as data, in words where a sentence says
// it, and in a reader's own way where it is shown.

const days = /(?<![\w-])(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?![\w-])/;
const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** `22 April 2030`. What is no day stays as it is. */
export const sayDay = (day: string): string => (days.test(day) ? long.format(new Date(day)) : day);
/** `Monday, 22 April 2030`. */
export const sayWeekday = (day: string): string => (days.test(day) ? full.format(new Date(day)) : day);

/** A text in pieces; every second of them is a day, none where it names none. */
export const splitAtDays = (text: string): string[] => text.split(days);
/** A text with the days in it in words. */
export const sayDaysIn = (text: string): string =>
  splitAtDays(text)
    .map((piece, index) => (index % 2 === 0 ? piece : sayDay(piece)))
    .join('');
