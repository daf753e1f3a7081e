/** Passes on together what comes together, before the loop turns. */
export const gather = <T>(pass: (together: readonly T[]) => void): ((one: T) => void) => {
  let waiting: T[] = [];
  const passOn = () => {
    const together = waiting;
    waiting = [];
    pass(together);
  };
  return (one) => {
    if (waiting.length === 0) setImmediate(passOn);
    waiting.push(one);
  };
};
