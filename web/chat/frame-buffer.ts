/** Calls back before the next paint. Returns how to call it off. */
export type ScheduleFrame = (callback: () => void) => () => void;

export const scheduleFrame: ScheduleFrame = (callback) => {
  const frame = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(frame);
};

/**
 * Gathers what comes faster than a screen can show: `apply` is called once a frame with all of it, in order. `flush` applies
 * what waits at once (nothing where nothing waits), so that an end never loses the last words.
 */
export const createFrameBuffer = <T>(apply: (items: readonly T[]) => void, schedule: ScheduleFrame) => {
  let waiting: T[] = [];
  let callOff: (() => void) | null = null;

  const flush = (): void => {
    callOff?.();
    callOff = null;
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    apply(items);
  };

  return {
    push(item: T): void {
      waiting.push(item);
      callOff ??= schedule(flush);
    },
    flush,
    /** Forgets what waits. */
    clear(): void {
      callOff?.();
      callOff = null;
      waiting = [];
    },
  };
};
