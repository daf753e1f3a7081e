import { expect, it } from 'vitest';
import { createFrameBuffer } from '../../../web/chat/frame-buffer.ts';

/** Frames that come when the test says so. */
const openScreen = () => {
  let due: (() => void)[] = [];
  return {
    schedule(callback: () => void) {
      due.push(callback);
      return () => {
        due = due.filter((other) => other !== callback);
      };
    },
    frame() {
      const now = due;
      due = [];
      for (const callback of now) callback();
    },
    awaited: () => due.length,
  };
};

const open = () => {
  const screen = openScreen();
  const applied: string[][] = [];
  return { screen, applied, buffer: createFrameBuffer<string>((items) => applied.push([...items]), screen.schedule) };
};

it('applies what came since the last frame at once, in order', () => {
  const { screen, applied, buffer } = open();
  for (const token of ['a', 'b', 'c']) buffer.push(token);
  expect(applied).toEqual([]);
  expect(screen.awaited()).toBe(1);
  screen.frame();
  buffer.push('d');
  screen.frame();
  expect(applied).toEqual([['a', 'b', 'c'], ['d']]);
});

it('asks for no frame while nothing waits', () => {
  const { screen, applied, buffer } = open();
  buffer.push('a');
  screen.frame();
  screen.frame();
  expect(screen.awaited()).toBe(0);
  expect(applied).toEqual([['a']]);
});

it('loses no last words at the end, and shows them once', () => {
  const { screen, applied, buffer } = open();
  buffer.push('a');
  buffer.push('b');
  buffer.flush();
  expect(applied).toEqual([['a', 'b']]);
  expect(screen.awaited()).toBe(0);
  buffer.flush();
  screen.frame();
  expect(applied).toEqual([['a', 'b']]);
});

it('takes what is pushed while it applies into the next frame', () => {
  const screen = openScreen();
  const applied: number[][] = [];
  const buffer = createFrameBuffer<number>((items) => {
    applied.push([...items]);
    if (applied.length === 1) buffer.push(2);
  }, screen.schedule);
  buffer.push(1);
  screen.frame();
  screen.frame();
  expect(applied).toEqual([[1], [2]]);
});
