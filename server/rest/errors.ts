import type { Context, ErrorHandler, NotFoundHandler } from 'hono';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, retryAfterOf, TurnlogError } from '../errors.ts';
import type { Log } from '../log.ts';

/** `says` stands for the error's own message; `later` where trying again may help. */
type Answer = { status: ContentfulStatusCode; says?: string; later?: true; logged?: 'warn' | 'error' };

const answers: Record<ErrorCode, Answer> = {
  VALIDATION: { status: 400 },
  UNAUTHENTICATED: { status: 401, says: 'unauthorized' },
  FORBIDDEN: { status: 403 },
  NOT_FOUND: { status: 404, says: 'not found' },
  REJECTED: { status: 409 },
  REVISION_CONFLICT: { status: 409 },
  RATE_LIMITED: { status: 429, later: true },
  PROJECTION_BEHIND: { status: 503, later: true, logged: 'warn' },
  STORE_UNAVAILABLE: { status: 503, later: true, logged: 'warn' },
  PROVIDER_FAILED: { status: 502, logged: 'warn' },
  UNEXPECTED: { status: 500, says: 'unexpected error', logged: 'error' },
};

/**
 * The app's `onError`: `{error}` with the status of its code, and `Retry-After` where trying again may help. What nobody
 * expected is logged whole under an id that the answer carries.
 */
export const answerErrors =
  ({ log, newId }: { log: Log; newId: () => string }): ErrorHandler =>
  (thrown, c) => {
    const error = thrown instanceof TurnlogError ? thrown : new TurnlogError('UNEXPECTED', thrown.message);
    const { status, says, later, logged } = answers[error.code];
    const requestId: unknown = c.get('requestId');
    const id = error.code !== 'UNEXPECTED' ? undefined : typeof requestId === 'string' ? requestId : newId();
    if (logged)
      log[logged]({ err: thrown, id, requestId, method: c.req.method, route: routePath(c, -1) }, 'request failed');
    if (later) c.header('retry-after', retryAfterOf(error));
    return c.json({ error: says ?? error.message, ...(id && { id }) }, status);
  };

/** The app's `notFound`. */
export const answerNotFound: NotFoundHandler = (c: Context) => c.json({ error: 'not found' }, 404);
