import Holidays from 'date-holidays';
import { dateIn, isoDate } from './dates.ts';
import { findPlace } from './places.ts';
import { plainQuestion } from './plain-question.ts';
import type { ToolContext } from './tool.ts';

export const names = new Intl.DisplayNames(['en'], { type: 'region' });
export const countries = new Holidays().getCountries('en');

export const codeOf = (country: string): string | null => {
  const wanted = country.trim().toLowerCase().replace(/^the /, '');
  const known = Object.entries(countries).find(
    ([code, name]) =>
      code.toLowerCase() === wanted || name.toLowerCase() === wanted || names.of(code)?.toLowerCase() === wanted,
  );
  const common: Record<string, string> = {
    usa: 'US',
    america: 'US',
    uk: 'GB',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    'united states': 'US',
  };
  const code = known?.[0] ?? common[wanted] ?? findPlace(country)?.countryCode;
  return code !== undefined && code in countries ? code : null;
};

/** Feasts that are asked for by name, as calendars call them where people don't. */
const feasts: [RegExp, string?][] = [
  [/\b(?:easter monday|easter sunday|good friday|ash wednesday|palm sunday|maundy thursday|easter)\b/i],
  [/\b(?:thanksgiving|boxing day|christmas eve|christmas day|christmas|halloween|epiphany)\b/i],
  [/\b(?:chinese|lunar) new year\b/i],
  [/\bnew year'?s?'? eve\b/i, "New Year's Eve"],
  [/\bnew year'?s?'?(?: day)?\b/i, 'New Year'],
  [/\b(?:ramadan|eid al[- ]fitr|eid al[- ]adha|eid|diwali|holi|hanukkah|passover|yom kippur|rosh hashanah|purim)\b/i],
  [/\b(?:pentecost|whit monday|ascension day|ascension|corpus christi|assumption|all saints|carnival|mardi gras)\b/i],
  [/\b(?:labou?r day|memorial day|independence day|veterans day|columbus day|juneteenth|bastille day|anzac day)\b/i],
  [/\b(?:australia day|canada day|victoria day|waitangi day|remembrance day|may day|national day|unity day)\b/i],
  [/\bmother'?s'? day\b/i, "Mother's Day"],
  [/\bfather'?s'? day\b/i, "Father's Day"],
  [/\bvalentine'?s?'?(?: day)?\b/i, 'Valentine'],
  [/\b(?:saint|st\.?) patrick'?s?(?: day)?\b/i, 'Patrick'],
  [/\b(?:martin luther king|mlk)\b/i, 'Martin Luther King'],
  [/\bpresident'?s'? day\b/i, "Presidents' Day"],
];
const feastIn = (text: string): string | null => {
  for (const [pattern, name] of feasts) {
    const found = pattern.exec(text)?.[0];
    if (found) return name ?? found;
  }
  return null;
};

/** The country that stands behind one of these words; the shortest name that one is known by. */
const countryIn = (text: string): string | null => {
  for (const [, rest = ''] of text.matchAll(
    /(?:\b(?:in|for|of|across|does|do|are(?= \S+(?: \S+)?'s))\s+|^)(?=(.+))/gi,
  )) {
    const words = rest.replace(/[?.!,].*$|'s\b.*$/, '').split(/\s+/);
    for (let count = Math.min(4, words.length); count > 0; count -= 1) {
      const name = words.slice(0, count).join(' ');
      if (
        !/^(?:the|may|march|us|is|are|an?|when|what|any|next|it|we|they|you|to|at|as|so|no|be|my|me|do)$/i.test(name) &&
        codeOf(name)
      )
        return name.replace(/^the /i, '');
    }
  }
  return null;
};

const KIND = `(?:(?:public|bank|national|federal|legal|state|school) holidays?|holidays?|days? off|long weekends?)`;
const asksForDays = new RegExp(
  String.raw`\b(?:when|when'?s|what|which|list|show|next|any|is|are|how many|upcoming|do (?:they|we|you) have|does|tell|give|will)\b.*\b${KIND}\b|^(?:\w+ )?(?:public|bank|national|federal) holidays?\b|^holidays (?:in|for|of)\b`,
  'i',
);
const asksForFeast =
  /\b(?:when|when'?s|whens|what (?:date|day)|which (?:date|day)|what'?s the date|date (?:of|for)|on what (?:date|day))\b/i;
/** Somebody who tells of a holiday, or plans one, asks for no calendar. */
const tells =
  /^(?:i|we|my|our|he|she|they|it|that|this|happy)\b|\b(?:on holiday|my holidays?|our holidays?|holiday (?:ideas?|plans?|cottage|destination|recipes?|home|movie))\b|\b(?:go|going|went) on\b/i;

/** "Is Monday a holiday": one day is asked for, and not when the next one is. */
const asksForDay =
  /^(?:is|was|isn't|will) (?!there\b|any\b)(.+?) (?:be )?(?:an? )?(?:public |bank |national |federal |legal )?(?:holiday|day off)\b/i;

type HolidayQuestion = { country?: string; year?: number; name?: string; date?: string };

/** Which holidays a message asks for; null where it asks for none. */
export const holidayQuestionIn = (
  message: string,
  { now, timeZone }: Pick<ToolContext, 'now' | 'timeZone'>,
): HolidayQuestion | null => {
  const text = plainQuestion(message);
  const feast = feastIn(text);
  const days = asksForDays.test(text);
  if (tells.test(text) || !(days || (feast !== null && asksForFeast.test(text)))) return null;
  const thisYear = Number(isoDate(now, timeZone).slice(0, 4));
  const told = /\b(19[7-9]\d|20\d\d)\b/.exec(text)?.[1];
  const year = told
    ? Number(told)
    : /\bnext year\b/i.test(text)
      ? thisYear + 1
      : /\bthis year\b/i.test(text)
        ? thisYear
        : 0;
  const country = countryIn(text);
  const day = feast === null && asksForDay.test(text) ? dateIn(text, now, timeZone) : null;
  if (day) return { ...(country ? { country } : {}), date: isoDate(day, timeZone) };
  return { ...(country ? { country } : {}), ...(year ? { year } : {}), ...(feast ? { name: feast } : {}) };
};
