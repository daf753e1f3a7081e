import type { LaneLimit } from '../../schema/events/settings.ts';

export type AdaptiveBounds = Extract<LaneLimit, { mode: 'adaptive' }>;

/** `limit` isn't whole: it grows by parts of a slot. `settled` turns were begun under it since it last fell. */
export type AdaptiveState = { readonly limit: number; readonly fellAt: number };

/**
 * A turn that has ended: when it began, how long the model took to begin and how fast it went on (null where it didn't
 * come so far), whether it failed, and how many of its lane ran when it ended, itself included.
 */
export type Observation = {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly firstTokenMs: number | null;
  readonly tokensPerSecond: number | null;
  readonly failed: boolean;
  readonly running: number;
};

const FALL = 0.7;

export const beginAdapting = ({ min }: AdaptiveBounds): AdaptiveState => ({ limit: min, fellAt: 0 });

const isOverloaded = (bounds: AdaptiveBounds, { failed, firstTokenMs, tokensPerSecond }: Observation): boolean =>
  failed ||
  (firstTokenMs !== null && firstTokenMs > bounds.firstTokenMs) ||
  (tokensPerSecond !== null && tokensPerSecond < bounds.tokensPerSecond);

/**
 * Additive increase, multiplicative decrease: a slot more for each round of good answers while all slots are in use, 0.7
 * times as many at the first bad one. Turns that began before a fall say nothing of what came after it.
 */
export const adapt = (state: AdaptiveState, bounds: AdaptiveBounds, seen: Observation): AdaptiveState => {
  const within = (limit: number) => Math.min(bounds.max, Math.max(bounds.min, limit));
  if (seen.startedAt < state.fellAt) return state;
  if (isOverloaded(bounds, seen)) return { limit: within(Math.floor(state.limit) * FALL), fellAt: seen.endedAt };
  const isFull = seen.running >= Math.floor(state.limit);
  return isFull ? { ...state, limit: within(state.limit + 1 / Math.floor(state.limit)) } : state;
};
