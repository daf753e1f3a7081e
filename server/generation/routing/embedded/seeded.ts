/** Numbers from 0 on, below 1: the same for the same seed, so that what is learnt from them is the same, too. */
export const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};
