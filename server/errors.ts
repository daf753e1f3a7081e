/** Every way a request can fail; each edge maps these to its own status in one table. */
export const errorCodes = [
  'VALIDATION',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'REJECTED',
  'REVISION_CONFLICT',
  'RATE_LIMITED',
  'PROJECTION_BEHIND',
  'PROVIDER_FAILED',
  'STORE_UNAVAILABLE',
  'UNEXPECTED',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

type Extra = { retryable?: boolean; details?: Record<string, unknown>; cause?: unknown };

/** The one error type. `message` and `details` are safe to show to the caller; `cause` goes to the log alone. */
export class TurnlogError extends Error {
  override readonly name = 'TurnlogError';
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, { retryable = false, details = {}, cause }: Extra = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.retryable = retryable;
    this.details = details;
  }
}
