import { Body, Illumination, MoonPhase, NextMoonQuarter, SearchMoonQuarter } from 'astronomy-engine';
import { z } from 'zod';
import { sayDay } from '../../schema/days.ts';
import { dateIn, isoDate } from './dates.ts';
import { plainQuestion } from './plain-question.ts';
import { defineTool, failed } from './tool.ts';

const SYNODIC_DAYS = 29.530588;
const eighths = [
  'New moon',
  'Waxing crescent',
  'First quarter',
  'Waxing gibbous',
  'Full moon',
  'Waning gibbous',
  'Last quarter',
  'Waning crescent',
];
const quarters = ['New moon', 'First quarter', 'Full moon', 'Last quarter'];

/** As it goes on behind `the moon is`. */
const sayPhase = (phase: string): string =>
  phase
    .toLowerCase()
    .replace(/ moon$/, '')
    .replace(/^(first|last) quarter$/, 'in its $&');

const moonAt = (at: Date) => {
  const angle = MoonPhase(at);
  const next: { phase: string; at: string }[] = [];
  for (let quarter = SearchMoonQuarter(at); next.length < 4; quarter = NextMoonQuarter(quarter)) {
    next.push({ phase: quarters[quarter.quarter] ?? '', at: quarter.time.date.toISOString() });
  }
  return {
    phase: eighths[Math.floor((angle + 22.5) / 45) % 8] ?? '',
    illumination: Illumination(Body.Moon, at).phase_fraction,
    age: (angle / 360) * SYNODIC_DAYS,
    next,
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
  /^(?:what|how)(?:'s| is| does| will)? the moon\b.*\b(?:doing|like|look|be|today|tonight|tomorrow|now)\b/i,
  /^(?:next )?(?:full|new) moon\b[^.!]*\??$/i,
];
/** Somebody who tells of the moon, or asks about it as a place, asks for no phase. */
const tells =
  /^(?:i|we|my|he|she|they|it|that)\b|^what an?\b|\bmoon (?:landing|base|rover)\b|\bmoon made of\b|\bto the moon\b|^write\b|\bpoem\b|\bstory\b/i;
const asksForMoon = (message: string): boolean => {
  const text = plainQuestion(message);
  return !tells.test(text) && questions.some((question) => question.test(text));
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
  parameters: z.object({ date: z.string().max(100).exactOptional().describe('a date, or words such as next Friday') }),
  offline: true,
  idempotent: true,
  dataSources: ['astronomy-engine'],
  fromMessage: (message, { now, timeZone }) => {
    if (!asksForMoon(message)) return null;
    const date = dateIn(message, now, timeZone);
    if (!date) return {};
    const [day, today] = [isoDate(date, timeZone), isoDate(now, timeZone)];
    // The month that it is now, named alone, is not next year's.
    const isThisMonth = !/\d/.test(message) && day.endsWith('-01') && day.slice(5, 7) === today.slice(5, 7);
    return { date: isThisMonth ? `${today.slice(0, 7)}-01` : day };
  },
  execute({ date }, { now, timeZone }) {
    const at = date === undefined ? now : dateIn(date, now, timeZone);
    if (!at) return failed(`"${date}" is no date that is understood`);
    const { phase, illumination, age, next } = moonAt(at);
    const day = isoDate(at, timeZone);
    const when = day === isoDate(now, timeZone) ? 'Today' : `On ${sayDay(day)}`;
    const percent = Math.round(illumination * 100);
    const full = next.find((quarter) => quarter.phase === 'Full moon');
    const fullDay = full ? ` The next full moon is on ${sayDay(isoDate(new Date(full.at), timeZone))}.` : '';
    return {
      success: true,
      data: { date: day, phase, illumination, age, next },
      spoken: `${when} the moon is ${sayPhase(phase)}, ${percent} % illuminated.${fullDay}`,
      blocks: [{ type: 'moon_phase', title: 'Moon phase', date: day, phase, illumination, age, next }],
    };
  },
});
