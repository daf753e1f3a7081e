import { bearerOf, type HeadersLike, sessionTokenOf } from './credentials.ts';

export const LOGIN_PATH = '/api/auth/local-login';
export const ACCEPT_PATH = '/api/auth/accept-invitation';

/** `path` without its query. A WebSocket upgrade is a GET. */
export type OriginRequest = { readonly method: string; readonly path: string; readonly headers: HeadersLike };

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

const parse = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);

/** The same host and port; this machine's names for itself are one. */
const isSameHost = (a: URL, b: URL): boolean =>
  a.host === b.host || (loopback.test(a.hostname) && loopback.test(b.hostname) && a.port === b.port);

/** Ours is the host that was asked (under the origin's scheme, since a proxy may end TLS), or the configured address. */
const isOurs = (origin: string, host: string, appUrl: string | undefined): boolean => {
  const from = parse(origin);
  if (!from || !/^https?:$/.test(from.protocol)) return false;
  const asked = parse(`${from.protocol}//${host}`);
  const app = appUrl === undefined ? null : parse(appUrl);
  return (
    (asked !== null && isSameHost(from, asked)) ||
    (app !== null && from.protocol === app.protocol && isSameHost(from, app))
  );
};

const isPageVisit = ({ method, path, headers }: OriginRequest): boolean =>
  method === 'GET' && headers.get('sec-fetch-mode') === 'navigate' && !/^\/(api|graphql)(\/|$)/.test(path);

/**
 * Whether another site's page makes this request with a user's cookie, or signs somebody in: to be refused. A bearer
 * token is never sent by a browser on its own, and without an Origin no page of another site sent a request that could
 * change or read anything, unless `Sec-Fetch-Site` says so.
 */
export const isForeign = (request: OriginRequest, appUrl?: string): boolean => {
  const { method, path, headers } = request;
  if (bearerOf(headers) !== null) return false;
  const isLogin = method === 'POST' && (path === LOGIN_PATH || path === ACCEPT_PATH);
  if (!isLogin && sessionTokenOf(headers) === null) return false;
  const origin = headers.get('origin');
  if (origin && !isOurs(origin, headers.get('host') ?? '', appUrl)) return true;
  return headers.get('sec-fetch-site') === 'cross-site' && !isPageVisit(request);
};
