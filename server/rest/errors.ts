import type { Context, ErrorHandler, NotFoundHandler } from 'hono';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, TurnlogError } from '../errors.ts';
import type { Log } from '../log.ts';

/** `says` stands for the error's own message; `retryAfterSeconds` is sent unless the error's details know better. */
type Answer = { status: ContentfulStatusCode; says?: string; retryAfterSeconds?: number; logged?: 'warn' | 'error' };

const answers: Record<ErrorCode, Answer> = {
  VALIDATION: { status: 400 },
  UNAUTHENTICATED: { status: 401, says: 'unauthorized' },
  FORBIDDEN: { status: 403 },
  NOT_FOUND: { status: 404, says: 'not found' },
  REJECTED: { status: 409 },
  REVISION_CONFLICT: { status: 409 },
  RATE_LIMITED: { status: 429, retryAfterSeconds: 1 },
  PROJECTION_BEHIND: { status: 503, retryAfterSeconds: 1, logged: 'warn' },
  STORE_UNAVAILABLE: { status: 503, retryAfterSeconds: 1, logged: 'warn' },
  PROVIDER_FAILED: { status: 502, logged: 'warn' },
  UNEXPECTED: { status: 500, says: 'unexpected error', logged: 'error' },
};

const retryAfter = ({ details }: TurnlogError, otherwise: number): string => {
  const known = details.retryAfterSeconds;
  return String(Math.max(1, Math.ceil(typeof known === 'number' ? known : otherwise)));
};

/**
 * The app's `onError`: `{error}` with the status of its code, and `Retry-After` where trying again may help. What nobody
 * expected is logged whole under an id that the answer carries.
 */
export const answerErrors =
  ({ log, newId }: { log: Log; newId: () => string }): ErrorHandler =>
  (thrown, c) => {
    const error = thrown instanceof TurnlogError ? thrown : new TurnlogError('UNEXPECTED', thrown.message);
    const { status, says, retryAfterSeconds, logged } = answers[error.code];
    const requestId: unknown = c.get('requestId');
    const id = error.code !== 'UNEXPECTED' ? undefined : typeof requestId === 'string' ? requestId : newId();
    if (logged)
      log[logged]({ err: thrown, id, requestId, method: c.req.method, route: routePath(c, -1) }, 'request failed');
    if (retryAfterSeconds) c.header('retry-after', retryAfter(error, retryAfterSeconds));
    return c.json({ error: says ?? error.message, ...(id && { id }) }, status);
  };

/** The app's `notFound`. */
export const answerNotFound: NotFoundHandler = (c: Context) => c.json({ error: 'not found' }, 404);
