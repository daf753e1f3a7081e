import { datesIn, isoDate } from './dates.ts';
import { findPlace } from './places.ts';
import { plainQuestion } from './plain-question.ts';
import type { ToolContext } from './tool.ts';

type Clock = Pick<ToolContext, 'now' | 'timeZone'>;
type ClockQuestion =
  | { ask: 'time'; place?: string }
  | { ask: 'date'; place?: string; date?: string }
  | { ask: 'until'; date: string; unit?: 'weeks' }
  | { ask: 'difference'; place: string; other?: string }
  | { ask: 'between'; date: string; other: string };

const lead =
  /^(?:(?:hey|hi|ok|okay|so|and|please|excuse me|sorry)[, ]+|(?:can|could|would|will) you (?:please )?|(?:tell|give|show) (?:me|us) |(?:do you|d'you) (?:know|have) |i (?:need|want) to know |got |remind me )+/i;
const WHAT = `(?:what(?:'s| is|s| was)?|which)`;
const filler =
  /(?:^|[\s,]+)(?:please|pls|plz|now|right now|currently|at the moment|again|here|exactly|it is|is it|is|it|mate|thanks|today|today's|there are|are there)(?=$|[\s,])/gi;
const time = new RegExp(
  String.raw`^(?:${WHAT} )?(?:the )?(?:current |local |exact |right )?time\b(?! (?:zone|difference|travel|flies))(.*)$`,
  'i',
);
const elsewhere =
  /^is it (?:already |still |now )?(?:today|tomorrow|yesterday|\w+day)(?: yet| already| now)* in (.+)$/i;
const between =
  /^(?:(?:how (?:many|long)|(?:the )?number of|count(?: the)?)\b.*|(?:days|weeks|months) )\b(?:between\b.*\band\b|from\b.*\b(?:to|until|till)\b)/i;
const until = [
  /^(?:how many|(?:the )?number of|count(?: the)?) (?:more )?(?:days|weeks|months|sleeps|nights)\b.*\b(?:until|till?|to|before|since|ago)\b/i,
  /^how (?:long|far|much longer|soon)\b.*\b(?:until|till?|to|before|since|ago|away|off)\b/i,
  /^(?:days|weeks|months|sleeps) (?:left |to go )?(?:until|till?|to|before|since)\b/i,
  /^(?:a |the )?countdown (?:to|until|till|for)\b/i,
];
const left =
  /^how many (?:more )?(?:days|weeks|months) (?:are |do we have |have we got )?(?:left|remaining|to go)\b.*\b(year|month)$/i;
const difference = [
  /^(?:what(?:'s| is)? )?(?:the )?(?:time difference|difference in time) (?:between|from|of) (.+?) (?:and|to|with) (.+)$/i,
  /^(?:what(?:'s| is)? )?(?:the )?(?:time difference|difference in time) (?:with|to|from here to) (.+)$/i,
  /^how (?:many hours|far) (?:ahead|behind)(?: of (?:us|me|here))? is (.+)$/i,
  /^how many hours (?:is|are) (.+?) (?:ahead|behind)(?: of)?(?: (?:us|me|here|(.+)))?$/i,
];
const zoneOf =
  /^(?:what|which) time ?zone (?:is|does) (.+?) (?:in|use|have)$|^(?:what(?:'s| is) the )?time ?zone (?:of|in|for) (.+)$/i;
const willBe = /^(?:what|which) (?:(?:date|day) )?will (?:it|the date|the day)(?: be)?(?= )(.*)$/i;
/** The tool counts days: what is to be counted finer is no question for it. */
const finer = /\b(?:hours?|minutes?|seconds?|noon|midnight|o'clock|\d{1,2}(?::\d\d)? ?[ap]m|\d{1,2}:\d\d)\b/i;
const day = new RegExp(
  String.raw`^(?:(?:${WHAT} )?(?:the )?(?:current )?(?:today's |tomorrow's |yesterday's )?(?:date|day of the week|weekday)|${WHAT} (?:the )?(?:day|year|month)|todays date)(?: of the week)?(?=$| (?:is|was|will|does|did|it|its|it's|today|tomorrow|yesterday|on|in|for|of|now|next|last|this|right|please|pls|again)\b)(.*)$`,
  'i',
);

const bare = (text: string): string => text.replace(filler, ' ').trim();

/** Where a rest such as "in Tokyo right now" is: a place, '' where it names none, null where none is known so. */
const placeIn = (rest: string): string | null => {
  const name = bare(bare(rest)).replace(/^(?:over )?(?:in|at|for|like in)\s+/i, '');
  return name === '' || findPlace(name) ? name : null;
};

/** What a message asks a clock or a calendar; null where it doesn't, or not plainly enough. */
export const clockQuestionIn = (message: string, { now, timeZone }: Clock): ClockQuestion | null => {
  const text = plainQuestion(message)
    .replace(/[\s?.!]+$/, '')
    .replace(lead, '')
    .replace(/\b(today|tomorrow|yesterday)s(?= date)/i, "$1's");
  const days = (words: string) => datesIn(words, now, timeZone).map((date) => isoDate(date, timeZone));
  const today = isoDate(now, timeZone);

  if (between.test(text)) {
    // "from one day to another" would be read as one span.
    const [date, other] = days(text.replace(/\bfrom\b(.*?)\b(?:to|until|till)\b/i, 'between$1and'));
    if (date && other) return { ask: 'between', date, other };
  }
  if (until.some((pattern) => pattern.test(text))) {
    const [date] = days(text);
    const looksBack = /\b(?:since|ago)\b/i.test(text);
    if (!date || finer.test(text)) return null;
    // A day without a year is the last one, looked back from here.
    const isLast = looksBack && date > today && !/\b\d{4}\b/.test(text);
    const told = isLast ? `${Number(date.slice(0, 4)) - 1}${date.slice(4)}` : date;
    const inWeeks = /\bweeks\b.*\b(?:until|till?|to|before|since|ago)\b/i.test(text);
    return looksBack && told > today ? null : { ask: 'until', date: told, ...(inWeeks && { unit: 'weeks' }) };
  }
  const end = left.exec(text)?.[1]?.toLowerCase();
  if (end !== undefined) {
    const [year = 0, month = 0] = today.split('-').map(Number);
    const last = end === 'year' ? new Date(Date.UTC(year, 12, 0)) : new Date(Date.UTC(year, month, 0));
    return { ask: 'until', date: last.toISOString().slice(0, 10) };
  }
  const later = willBe.exec(text)?.[1];
  const [laterDay] = later === undefined ? [] : days(later);
  if (laterDay) return { ask: 'date', date: laterDay };
  for (const pattern of difference) {
    const [place, other] = pattern.exec(text)?.slice(1) ?? [];
    if (place && findPlace(place) && (!other || findPlace(other))) {
      return { ask: 'difference', place, ...(other && { other }) };
    }
  }
  const zone = zoneOf.exec(text)?.slice(1).find(Boolean);
  if (zone !== undefined && findPlace(zone)) return { ask: 'time', place: zone };
  const abroad = elsewhere.exec(text)?.[1];
  if (abroad !== undefined) {
    const place = placeIn(abroad);
    return place ? { ask: 'date', place } : null;
  }
  const rest =
    time.exec(text)?.[1] ?? /^(.+) time(?: now| right now)?$/i.exec(text)?.[1]?.replace(/^what(?:'s| is) /i, '');
  if (rest !== undefined) {
    const place = placeIn(rest);
    return place === null ? null : { ask: 'time', ...(place ? { place } : {}) };
  }
  const asked = day.exec(text)?.[1];
  if (asked === undefined) return null;
  const [whose] = /\b(?:tomorrow|yesterday)(?='s)/i.exec(text) ?? [];
  const [whoseDay] = whose === undefined ? [] : days(whose);
  if (whoseDay) return { ask: 'date', date: whoseDay };
  const place = placeIn(asked);
  if (place !== null) return { ask: 'date', ...(place ? { place } : {}) };
  const [date] = days(text);
  return date ? { ask: 'date', date } : null;
};
