import { v5 } from 'uuid';

/** The id of the nth event that a cause makes: always the same, so that a repeat of the append does nothing. */
export const derivedId = (causeId: string, n: number | string): string => v5(String(n), causeId);
