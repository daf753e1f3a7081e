import { expect, it } from 'vitest';
import { followsAfter, isAtBottom, spacerHeight } from '../../../web/chat/scroll.ts';

it('leaves room for the prompt at the top, less as the answer grows, none once the turn is taller than the view', () => {
  const heights = [60, 300, 690, 700, 701, 5_000].map((turn) => spacerHeight({ viewport: 700, turn }));
  expect(heights).toEqual([640, 400, 10, 0, 0, 0]);
  expect(spacerHeight({ viewport: 700, turn: 100, below: 24 })).toBe(576);
});

const view = (scrollTop: number, scrollHeight = 2_000) => ({ scrollTop, scrollHeight, clientHeight: 500 });

it('counts a few pixels from the end as the end', () => {
  expect(isAtBottom(view(1_500))).toBe(true);
  expect(isAtBottom(view(1_452))).toBe(true);
  expect(isAtBottom(view(1_451))).toBe(false);
});

it('lets go when the reader scrolls up, and takes hold again at the end', () => {
  expect(followsAfter(true, view(1_500), view(1_200))).toBe(false);
  expect(followsAfter(false, view(1_200), view(1_300))).toBe(false);
  expect(followsAfter(false, view(1_300), view(1_490))).toBe(true);
});

it('is not misled by growth, by a smooth scroll on its way, or by a page that shrinks', () => {
  expect(followsAfter(true, view(1_500), view(1_500, 2_600))).toBe(true);
  expect(followsAfter(true, view(200), view(600))).toBe(true);
  expect(followsAfter(true, view(1_500), view(1_100, 1_900))).toBe(true);
});
