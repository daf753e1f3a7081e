import { setTimeout as timeout, setImmediate as turn } from 'node:timers/promises';

/** Time as a part sees it: a part names what it needs of this, and is given the system's by the wiring. */
export type Time = {
  readonly now: () => Date;
  /** Milliseconds since some moment, whatever the clock is set to: differences count. */
  readonly elapsed: () => number;
  /** Resolves after so many milliseconds (0: others have their turn), or at the signal: ask that. Never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Does it once, so many milliseconds from now, unless it is cancelled. */
  readonly later: (ms: number, work: () => void) => Cancel;
  /** Does it again and again, until it is cancelled. */
  readonly every: (ms: number, work: () => void) => Cancel;
};

export type Cancel = () => void;

export const systemTime: Time = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) => (ms > 0 ? timeout(ms, undefined, { signal }) : turn()).catch(() => undefined),
  later(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  every(ms, work) {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  },
};
