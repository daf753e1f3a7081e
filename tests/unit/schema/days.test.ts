import { describe, expect, it } from 'vitest';
import { sayDay, sayDaysIn, sayWeekday, splitAtDays } from '../../../schema/days.ts';

describe('a day', () => {
  it('is said in words, with its weekday where that is wanted', () => {
    expect(sayDay('2030-04-22')).toBe('22 April 2030');
    expect(sayWeekday('2030-04-22')).toMatch(/^Monday,? 22 April 2030$/);
  });

  it.each([
    ...['', 'soon', '2030-13-01', '2030-04-32', '12030-04-22', '2030-04-22-7', '2030-00-01', '2030-01-00'],
    ...['2030-02-31', '2030-04-31', '2030-02-29'],
  ])('is not what looks like one: "%s"', (text) => {
    expect(sayDay(text)).toBe(text);
    expect(sayWeekday(text)).toBe(text);
    expect(splitAtDays(text)).toEqual([text]);
  });

  it('is said where it is all of a text', () => expect(sayDay('on 2030-04-22')).toBe('on 2030-04-22'));

  it('is found wherever a text names it', () => {
    expect(sayDaysIn('Jazz (2030-04-22 · 20:00), 2030-05-01')).toBe('Jazz (22 April 2030 · 20:00), 1 May 2030');
    expect(splitAtDays('2030-04-22 or later')).toEqual(['', '2030-04-22', ' or later']);
    expect(splitAtDays('2030-02-31, 2028-02-29')).toEqual(['2030-02-31, ', '2028-02-29', '']);
  });
});
