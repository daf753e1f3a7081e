import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Log } from '../log.ts';
import type { Time } from '../time.ts';
import type { DoorEnv } from './guards.ts';

type RequestsDeps = Pick<Time, 'elapsed'> & {
  readonly log: Log;
  readonly newId: () => string;
  readonly answered: (labels: { method: string; route: string; status: number }, seconds: number) => void;
};

/** An id that a proxy gave is kept where it looks like one: words don't come into the log. */
const given = /^[0-9a-f-]{16,64}$/i;
/** What is asked every few seconds for ever. */
const frequent = /^\/(api\/health|metrics)/;
const door = /^\/(api|graphql)\b/;

/** A file of the page that was there is worth no line. */
const isMinor = (path: string, status: number): boolean => frequent.test(path) || (!door.test(path) && status < 400);

/**
 * For every path of the app: gives the request an id, and tells the log what was answered: the route, never the path or
 * the query, which hold what users wrote. A stream counts from its request to its first byte.
 */
export const observeRequests = ({ log, newId, elapsed, answered }: RequestsDeps): MiddlewareHandler<DoorEnv> =>
  createMiddleware<DoorEnv>(async (c, next) => {
    const begun = elapsed();
    const proxied = c.req.header('x-request-id');
    const requestId = proxied && given.test(proxied) ? proxied : newId();
    c.set('requestId', requestId);
    await next();
    c.res.headers.set('x-request-id', requestId);
    const { method } = c.req;
    const { status } = c.res;
    // Of the handler that was reached last: the one that answered.
    const reached = routePath(c);
    const route = status === 404 && (reached === '*' || reached === '/*') ? 'none' : reached;
    const ms = elapsed() - begun;
    answered({ method, route, status }, ms / 1000);
    const line = { requestId, method, route, status, ms: Math.round(ms), ...c.get('told') };
    log[isMinor(c.req.path, status) ? 'debug' : 'info'](line, 'request');
  });
