import { v5 } from 'uuid';

/** The id of the nth event that a cause makes: always the same, so that a repeat of the append does nothing. */
export const derivedId = (causeId: string, n: number | string): string => v5(String(n), causeId);

/** The same for a cause of very many events: one hash, then counting. UUIDs of version 8, whose bits are one's own. */
export const derivedIds = (causeId: string): ((n: number) => string) => {
  const base = derivedId(causeId, 'events');
  const head = `${base.slice(0, 14)}8${base.slice(15, 28)}`;
  return (n) => head + n.toString(16).padStart(8, '0');
};
