import { Body, Illumination, MoonPhase, NextMoonQuarter, SearchMoonQuarter } from 'astronomy-engine';
import { z } from 'zod';
import { sayDay } from '../../schema/days.ts';
import { dateIn, isoDate } from './dates.ts';
import { plainQuestion } from './plain-question.ts';
import { defineTool, failed } from './tool.ts';

const SYNODIC_DAYS = 29.530588;
/** An instant each, and the stretches after them. */
const quarters = ['New moon', 'First quarter', 'Full moon', 'Last quarter'];
const stretches = ['Waxing crescent', 'Waxing gibbous', 'Waning gibbous', 'Waning crescent'];
const TWO_DAYS_MS = 2 * 86_400_000;

/** As it goes on behind `the moon is`. */
const sayPhase = (phase: string): string =>
  phase
    .toLowerCase()
    .replace(/ moon$/, '')
    .replace(/^(first|last) quarter$/, 'in its $&');

/** Quarters from a calendar day on, earlier that same day included. */
function* quartersFrom(at: Date, timeZone: string) {
  const day = isoDate(at, timeZone);
  let quarter = SearchMoonQuarter(new Date(at.getTime() - TWO_DAYS_MS));
  for (;;) {
    const { date } = quarter.time;
    if (isoDate(date, timeZone) >= day) yield { phase: quarters[quarter.quarter] ?? '', at: date };
    quarter = NextMoonQuarter(quarter);
  }
}

/** A day is called after the quarter whose instant falls on it, where the person is; else after the stretch it lies in. */
const moonAt = (at: Date, timeZone: string) => {
  const angle = MoonPhase(at);
  const next: { phase: string; at: Date }[] = [];
  for (const quarter of quartersFrom(at, timeZone)) {
    next.push(quarter);
    if (next.length === 4) break;
  }
  const [first] = next;
  const isQuarter = first && isoDate(first.at, timeZone) === isoDate(at, timeZone);
  return {
    phase: isQuarter ? first.phase : (stretches[Math.floor(angle / 90) % 4] ?? ''),
    illumination: Illumination(Body.Moon, at).phase_fraction,
    age: (angle / 360) * SYNODIC_DAYS,
    next: next.map((quarter) => ({ phase: quarter.phase, at: quarter.at.toISOString() })),
  };
};

const PHASE =
  '(?:full|new|half|crescent|gibbous|quarter|waxing|waning|phase|lunar|lit|illuminat\\w+|bright|visible|look)';
const questions = [
  /^(?:the )?(?:current |tonight'?s |today'?s )?(?:moon|lunar)(?: phases?)?\b(?! landing| river| dance)(?: (?:now|today|tonight|tomorrow|right now|please|pls|on\b.*|in\b.*|for\b.*))?[\s?.!]*$/i,
  /\b(?:moon|lunar) phases?\b|\bphases? (?:is|of) the moon\b/i,
  new RegExp(
    String.raw`\b(?:what|when|whens|which|how|is|will|was|are|next|show|tell|find)\b.*\bmoons?\b.*\b${PHASE}\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:what|when|when'?s|which|how|is|will|was|are|next|show|tell|find)\b.*\b${PHASE}\b.*\bmoons?\b`,
    'i',
  ),
  /^(?:what|how)(?:'s| is| was| does| did| will)? the moon\b.*\b(?:doing|like|look|looked|be|today|tonight|tomorrow|now)\b/i,
  /\b(?:tell|show|about)\b.*\b(?:tonight'?s|today'?s|current) moon\b/i,
  /^(?:next )?(?:full|new) moon\b[^.!]*\??$/i,
];
/** Somebody who tells of the moon, or asks about it as a place, asks for no phase. */
const tells =
  /^(?:i|we|my|he|she|they|it|that)\b|^what an?\b|\bmoon (?:landing|base|rover)\b|\bmoon made of\b|\bto the moon\b|^write\b|\bpoem\b|\bstory\b/i;
const asksForMoon = (message: string): boolean => {
  const text = plainQuestion(message);
  return !tells.test(text) && questions.some((question) => question.test(text));
};

/** The quarter that a message looks for; null for the full moon, which everybody looks for. */
const nextIn = (message: string): 'new' | 'first' | 'last' | null => {
  const [, named] = /\b(new)[ -]moon|\b(first|last|third)[ -]quarter/i.exec(message)?.filter(Boolean) ?? [];
  const quarter = named?.toLowerCase();
  return quarter === 'new' || quarter === 'first' ? quarter : quarter === undefined ? null : 'last';
};

export const moonphase = defineTool({
  id: 'moonphase',
  name: 'Moon phase',
  progress: 'Looking at the moon',
  description: 'Tells the phase of the moon on a day, and when the next quarters are.',
  rule: 'moonphase: the phase of the moon, full moons and new moons.',
  examples: [
    'tell the current phase of the moon',
    'find when the next full moon is',
    'find when the next new moon is',
    'how much of the moon is illuminated tonight',
    'moon phase on a given date',
  ],
  parameters: z.object({
    date: z.string().max(100).exactOptional().describe('a date, or words such as next Friday'),
    next: z.enum(['new', 'first', 'full', 'last']).exactOptional().describe('the quarter to look for; full without it'),
  }),
  offline: true,
  idempotent: true,
  dataSources: ['astronomy-engine'],
  fromMessage: (message, { now, timeZone }) => {
    if (!asksForMoon(message)) return null;
    const next = nextIn(message);
    const asked = next === null ? {} : { next };
    const date = dateIn(message, now, timeZone);
    if (!date) return asked;
    const [day, today] = [isoDate(date, timeZone), isoDate(now, timeZone)];
    // The month that it is now, named alone, is not next year's.
    const isThisMonth = !/\d/.test(message) && day.endsWith('-01') && day.slice(5, 7) === today.slice(5, 7);
    return { ...asked, date: isThisMonth ? `${today.slice(0, 7)}-01` : day };
  },
  execute({ date, next: wanted = 'full' }, { now, timeZone }) {
    const at = date === undefined ? now : dateIn(date, now, timeZone);
    if (!at) return failed(`"${date}" is no date that is understood`);
    const { phase, illumination, age, next } = moonAt(at, timeZone);
    const day = isoDate(at, timeZone);
    const when = day === isoDate(now, timeZone) ? 'Today' : `On ${sayDay(day)}`;
    const percent = Math.round(illumination * 100);
    const full = next.find((quarter) => quarter.phase.toLowerCase().startsWith(wanted));
    const fullDay = full
      ? ` The next ${full.phase.toLowerCase()} is on ${sayDay(isoDate(new Date(full.at), timeZone))}.`
      : '';
    return {
      success: true,
      data: { date: day, phase, illumination, age, next },
      spoken: `${when} the moon is ${sayPhase(phase)}, ${percent} % illuminated.${fullDay}`,
      blocks: [{ type: 'moon_phase', title: 'Moon phase', date: day, phase, illumination, age, next }],
    };
  },
});
