import { uuidv7 } from 'uuidv7';
import { systemTime } from '../../server/time.ts';

/** What the server's wiring gives to every part, for those that a test opens by themselves. */
export const injected = { ...systemTime, newId: uuidv7 };
