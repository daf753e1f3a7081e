import type { UsageGroup } from './documents.ts';

/** What may be charted, each with how its numbers are said. */
export const measures = {
  tokens: {
    name: 'Tokens',
    of: ({ promptTokens, completionTokens }: UsageGroup) => promptTokens + completionTokens,
    say: (value: number) => value.toLocaleString(),
  },
  turns: { name: 'Turns', of: ({ turns }: UsageGroup) => turns, say: (value: number) => value.toLocaleString() },
  time: {
    name: 'Answering time',
    of: ({ answeringMs }: UsageGroup) => answeringMs,
    say: (value: number) => sayTime(value),
  },
} as const;
export type MeasureName = keyof typeof measures;
export const measureNames = ['tokens', 'turns', 'time'] as const satisfies readonly MeasureName[];

/** Milliseconds in the unit that suits them. */
export const sayTime = (ms: number): string => {
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 3_600_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
};

const DAY_MS = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The days (in UTC) from one to another, both included. */
export const daysBetween = (from: string, to: string): string[] => {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: Math.max(0, (last - first) / DAY_MS + 1) }, (_, n) => dayOf(first + n * DAY_MS));
};

/** The last so many days, today included. */
export const lastDays = (count: number, now: number) => ({ from: dayOf(now - (count - 1) * DAY_MS), to: dayOf(now) });
