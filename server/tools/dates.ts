import * as chrono from 'chrono-node/en';

/** Western Easter's days after 31 March, by the anonymous Gregorian computus. */
const easterOf = (year: number): number => {
  const [golden, century] = [year % 19, Math.floor(year / 100)];
  const leap = Math.floor(century / 4);
  const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leap - shift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  return epact + weekday - 7 * Math.floor((golden + 11 * epact + 22 * weekday) / 451) - 9;
};

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
/** The fourth Thursday of November. */
const thanksgivingOf = (year: number): number => 22 + ((11 - new Date(Date.UTC(year, 10, 1)).getUTCDay()) % 7);

/** Feasts that move with Easter or a weekday; each as the day of a year. */
const movable: [RegExp, (year: number) => string][] = [
  [/\bgood friday\b/i, (year) => dayOf(year, 4, easterOf(year) - 2)],
  [/\beaster monday\b/i, (year) => dayOf(year, 4, easterOf(year) + 1)],
  [/\beaster( sunday| day)?\b/i, (year) => dayOf(year, 4, easterOf(year))],
  [/\b(pancake day|shrove tuesday|mardi gras)\b/i, (year) => dayOf(year, 4, easterOf(year) - 47)],
  [/\bash wednesday\b/i, (year) => dayOf(year, 4, easterOf(year) - 46)],
  [/\b(pentecost|whit sunday)\b/i, (year) => dayOf(year, 4, easterOf(year) + 49)],
  [/\bblack friday\b/i, (year) => dayOf(year, 11, thanksgivingOf(year) + 1)],
  [/\bthanksgiving\b/i, (year) => dayOf(year, 11, thanksgivingOf(year))],
];

/** Feasts that fall on the same day every year, and are asked for by name. */
const fixed: [RegExp, number, number][] = [
  [/\bchristmas eve\b/i, 12, 24],
  [/\b(christmas|xmas)\b/i, 12, 25],
  [/\bnew year'?s? eve\b/i, 12, 31],
  [/\bnew year'?s?( day)?\b/i, 1, 1],
  [/\bhalloween\b/i, 10, 31],
  [/\bvalentine'?s?( day)?\b/i, 2, 14],
  [/\b(st\.? |saint )patrick'?s?( day)?\b/i, 3, 17],
  [/\bboxing day\b/i, 12, 26],
];
const feasts: [RegExp, (year: number) => string][] = [
  ...movable,
  ...fixed.map(([pattern, month, day]): [RegExp, (year: number) => string] => [
    pattern,
    (year) => dayOf(year, month, day),
  ]),
];

/** Minutes that a time zone is ahead of UTC at a moment. */
export const offsetOf = (at: Date, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '');
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
};

/** The calendar day (YYYY-MM-DD) of a moment in a time zone. */
export const isoDate = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);

/** Noon of a day in a time zone: no clock change moves it to another day. */
const noonOf = (day: string, timeZone: string): Date => {
  const utc = new Date(`${day}T12:00:00Z`);
  return new Date(utc.getTime() - offsetOf(utc, timeZone) * 60_000);
};

/** Whole days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** All dates that words name, seen from now; a feast or a day without a year is the next one. */
export const datesIn = (text: string, now: Date, timeZone: string): Date[] => {
  const today = isoDate(now, timeZone);
  const feast = feasts.find(([pattern]) => pattern.test(text));
  if (feast) {
    const [, inYear] = feast;
    const named = /\b(\d{4})\b/.exec(text)?.[1];
    const year = Number(named ?? today.slice(0, 4)) + (!named && /\bnext year\b/i.test(text) ? 1 : 0);
    const isPast = !named && inYear(year) < today && !/\b(since|ago|last|this year|was)\b/i.test(text);
    const sinceLast = !named && inYear(year) > today && /\b(since|ago|last)\b/i.test(text);
    return [noonOf(inYear(year + (isPast ? 1 : sinceLast ? -1 : 0)), timeZone)];
  }
  const reference = { instant: now, timezone: offsetOf(now, timeZone) };
  const found = chrono.parse(text.replace(/\b(day of the week|weekdays?)\b/gi, 'day'), reference, {
    forwardDate: !/\b(since|ago|between|was|were|did|last)\b/i.test(text),
  });
  // A day with its month says more than a number that stands behind the word "week".
  const named = found.filter(({ start }) => start.isCertain('day') && start.isCertain('month'));
  return (named.length > 0 ? named : found).map(({ start }) => {
    const [year, month, day] = [start.get('year') ?? 0, start.get('month') ?? 1, start.get('day') ?? 1];
    if (start.isCertain('hour') || start.isCertain('minute')) return start.date();
    return noonOf(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`, timeZone);
  });
};

/** The date that words name most surely; null where they name none. */
export const dateIn = (text: string, now: Date, timeZone: string): Date | null =>
  datesIn(text, now, timeZone)[0] ?? null;
