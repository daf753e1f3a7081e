// A day is written as `2030-04-22` (ISO 8601) in whatever is recorded or handed on as data, in words where a sentence says
// it, and in a reader's own way where it is shown.

const form = /(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])/g;
/** 31 February has the form, and would be read as a day of March. */
const isDay = (text: string): boolean => new Date(text).toJSON() === `${text}T00:00:00.000Z`;
const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** `22 April 2030`. What is no day stays as it is. */
export const sayDay = (day: string): string => (isDay(day) ? long.format(new Date(day)) : day);
/** `Monday, 22 April 2030`. */
export const sayWeekday = (day: string): string => (isDay(day) ? full.format(new Date(day)) : day);

/** A text in pieces; every second of them is a day, none where it names none. */
export const splitAtDays = (text: string): string[] => {
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: day, index } of text.matchAll(form)) {
    if (!isDay(day)) continue;
    pieces.push(text.slice(end, index), day);
    end = index + day.length;
  }
  return [...pieces, text.slice(end)];
};
/** A text with the days in it in words. */
export const sayDaysIn = (text: string): string =>
  splitAtDays(text)
    .map((piece, index) => (index % 2 === 0 ? piece : sayDay(piece)))
    .join('');
