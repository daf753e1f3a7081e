import type { ErrorCode } from './errors.ts';
import { TurnlogError } from './errors.ts';
import type { Log } from './log.ts';

/** What a process ends with, as sysexits(3) has it where it has a word for it. */
export const exitCodes: Record<ErrorCode, number> = {
  VALIDATION: 64,
  UNAUTHENTICATED: 77,
  FORBIDDEN: 77,
  NOT_FOUND: 66,
  REJECTED: 1,
  REVISION_CONFLICT: 75,
  RATE_LIMITED: 75,
  PROJECTION_BEHIND: 75,
  STORE_UNAVAILABLE: 69,
  PROVIDER_FAILED: 69,
  UNEXPECTED: 70,
};

/** What a command says of an error, and ends with. What nobody expected is logged whole under the id that is shown. */
export const failureOf = (error: unknown, { log, newId }: { log: () => Log; newId: () => string }) => {
  if (error instanceof TurnlogError && error.code !== 'UNEXPECTED') {
    return { message: error.message, exitCode: exitCodes[error.code] };
  }
  const id = newId();
  log().fatal({ err: error, id }, 'a command failed');
  return { message: `unexpected error ${id}: the log says more`, exitCode: exitCodes.UNEXPECTED };
};
