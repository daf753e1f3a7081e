import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AdaptiveBounds, adapt, beginAdapting, type Observation } from '../../server/processors/adaptive-limit.ts';
import { openLaneLimits, suggestLimit } from '../../server/processors/lane-limits.ts';

const GIB = 2 ** 30;
const bounds: AdaptiveBounds = { mode: 'adaptive', min: 1, max: 10, firstTokenMs: 1_000, tokensPerSecond: 5 };
const good = { startedAt: 10, endedAt: 20, firstTokenMs: 100, tokensPerSecond: 50, failed: false, running: 10 };
const behind = (limit: number, seen: Partial<Observation>) => adapt({ limit, fellAt: 0 }, bounds, { ...good, ...seen });

describe('a limit that adapts', () => {
  it('grows by a slot for a round of good answers while every slot is in use', () => {
    let state = { limit: 4, fellAt: 0 };
    for (let n = 0; n < 4; n += 1) state = adapt(state, bounds, good);
    expect(state.limit).toBeCloseTo(5);
  });
  it('stays where slots are free', () => expect(behind(4, { running: 3 }).limit).toBe(4));
  it.each([{ firstTokenMs: 1_001 }, { tokensPerSecond: 4.9 }, { failed: true, firstTokenMs: null }])(
    'falls by %j, once for all that ran then',
    (bad) => {
      const fallen = behind(10, bad);
      expect(fallen).toEqual({ limit: 7, fellAt: 20 });
      expect(adapt(fallen, bounds, { ...good, ...bad, startedAt: 19, endedAt: 30 })).toEqual(fallen);
      expect(adapt(fallen, bounds, { ...good, ...bad, startedAt: 21, endedAt: 30 }).limit).toBeCloseTo(4.9);
    },
  );
  it('holds more while a machine that bears six has them, and no more than it bears for long', () => {
    let [state, time, most] = [beginAdapting(bounds), 0, 0];
    const seen: number[] = [];
    for (let round = 0; round < 400; round += 1) {
      const running = Math.floor(state.limit);
      time += 10;
      state = adapt(state, bounds, {
        ...good,
        startedAt: time - 5,
        endedAt: time,
        running,
        firstTokenMs: running > 6 ? 2_000 : 100,
      });
      most = Math.max(most, state.limit);
      if (round > 100) seen.push(running);
    }
    expect(most).toBeLessThan(8);
    expect(seen.reduce((sum, one) => sum + one) / seen.length).toBeGreaterThan(4);
  });
  it('never leaves its bounds', () => {
    const observation = fc.record({
      startedAt: fc.nat(),
      endedAt: fc.nat(),
      firstTokenMs: fc.option(fc.nat(5_000)),
      tokensPerSecond: fc.option(fc.nat(20)),
      failed: fc.boolean(),
      running: fc.nat(20),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 5, max: 9 }),
        fc.array(observation),
        (min, max, all) => {
          const within = { ...bounds, min, max };
          let state = beginAdapting(within);
          for (const one of all) {
            state = adapt(state, within, one);
            expect(state.limit).toBeGreaterThanOrEqual(min);
            expect(state.limit).toBeLessThanOrEqual(max);
          }
        },
      ),
    );
  });
});

describe('what a machine suggests', () => {
  it.each([
    [1, 1, { chat: 1, image: 1 }],
    [8, 32, { chat: 4, image: 1 }],
    [64, 8, { chat: 2, image: 1 }],
    [128, 512, { chat: 16, image: 4 }],
  ])('by %i cores and %i GiB', (cores, gib, { chat, image }) => {
    const machine = { cores, memory: gib * GIB };
    expect(suggestLimit('chat', machine)).toBe(chat);
    expect(suggestLimit('image', machine)).toBe(image);
  });
});

describe('the limits of the lanes', () => {
  const open = () =>
    openLaneLimits({ configured: { chat: 2, image: 1, vision: 3 }, machine: { cores: 8, memory: 32 * GIB } });

  it('are the environment’s until they are set, and again when that is taken back', () => {
    const limits = open();
    expect({ ...limits.now }).toEqual({ chat: 2, image: 1, vision: 3 });
    expect(limits.set({ chat: { mode: 'fixed', limit: 5 }, image: null, vision: { mode: 'suggested' } })).toBe(true);
    expect({ ...limits.now }).toEqual({ chat: 5, image: 1, vision: 1 });
    expect(limits.set({ chat: { mode: 'fixed', limit: 5 }, image: null, vision: { mode: 'suggested' } })).toBe(false);
    limits.set({ chat: null, image: null, vision: null });
    expect({ ...limits.now }).toEqual({ chat: 2, image: 1, vision: 3 });
  });
  it('adapt by what is seen, and begin anew when set anew', () => {
    const limits = open();
    const set = { chat: { ...bounds, min: 2 }, image: null, vision: null };
    limits.set(set);
    expect(limits.observe('chat', good)).toBe(false);
    expect(limits.observe('chat', good)).toBe(true);
    expect(limits.observe('image', good)).toBe(false);
    expect(limits.now.chat).toBe(3);
    limits.set({ ...set, image: { mode: 'suggested' } });
    expect(limits.now.chat).toBe(3);
    limits.set({ ...set, chat: { ...bounds, min: 2, max: 4 } });
    expect(limits.now.chat).toBe(2);
  });
});
