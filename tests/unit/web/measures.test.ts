import { expect, it } from 'vitest';
import { daysBetween, lastDays, sayTime } from '../../../web/usage/measures.ts';

it('knows every day of a span, over the ends of months', () => {
  expect(daysBetween('2030-02-27', '2030-03-02')).toEqual(['2030-02-27', '2030-02-28', '2030-03-01', '2030-03-02']);
  expect(daysBetween('2030-01-02', '2030-01-01')).toEqual([]);
});

it('counts today among the last days', () => {
  expect(lastDays(7, Date.UTC(2030, 0, 3, 23))).toEqual({ from: '2029-12-28', to: '2030-01-03' });
});

it('says times in the unit that suits them', () => {
  expect([900, 90_000, 9_000_000].map(sayTime)).toEqual(['0.9 s', '1.5 min', '2.5 h']);
});
