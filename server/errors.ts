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

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** VALIDATION that says what zod found wrong, field by field; `name` is that of the whole. */
export const invalid = (issues: readonly Issue[], name = ''): TurnlogError => {
  const wrong = issues.map(({ path, message }) => {
    const field = [name, ...path].filter((part) => part !== '').join('.');
    return field === '' ? message : `${field}: ${message}`;
  });
  return new TurnlogError('VALIDATION', wrong.join('; '));
};

/** For `Retry-After`: whole seconds, 1 where nothing better is known. */
export const retryAfterOf = (error: unknown): string => {
  const seconds = error instanceof TurnlogError ? error.details.retryAfterSeconds : undefined;
  return String(typeof seconds === 'number' ? Math.max(1, Math.ceil(seconds)) : 1);
};

const MAX_LINE = 300;

/** What went wrong, in one line for the log: the message, and those of its causes. */
export const inOneLine = (error: unknown): string => {
  const messages: string[] = [];
  for (let at = error; at instanceof Error && messages.length < 3; at = at.cause) messages.push(at.message);
  const line = messages.length > 0 ? messages.join(': ') : String(error);
  return line.replace(/\s+/g, ' ').slice(0, MAX_LINE);
};
