import { uuidv7 } from 'uuidv7';
import { systemTime } from '../../server/time.ts';

/** What the server's wiring gives to every part, for those that a test opens by themselves. */
export const injected = { ...systemTime, newId: uuidv7 };

/** For parts that look, or try, again and again: they wait a fiftieth of their time between. */
export const hurried = {
  ...injected,
  sleep: (ms: number, signal?: AbortSignal) => systemTime.sleep(ms / 50, signal),
  every: (ms: number, work: () => void) => systemTime.every(ms / 50, work),
};
