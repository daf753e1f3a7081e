import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const SELF = ["'self'"];
const NONE = ["'none'"];

/** Scripts come from files of ours alone. Styles may stand in the page: the widgets and formulas need that. */
const contentSecurityPolicy = {
  defaultSrc: SELF,
  scriptSrc: SELF,
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: SELF,
  workerSrc: SELF,
  objectSrc: NONE,
  baseUri: NONE,
  formAction: SELF,
  frameAncestors: NONE,
};

/** Whether the browser reached us by https: it, a proxy, or the configured address says so. */
export const isHttps = (c: Context, appUrl?: string): boolean =>
  Boolean(appUrl?.startsWith('https:')) ||
  new URL(c.req.url).protocol === 'https:' ||
  c.req.header('x-forwarded-proto') === 'https';

/** What a browser may do with any answer of ours. A page that has a policy of its own keeps it. */
export const securityHeaders = ({ appUrl }: { appUrl?: string | undefined }): MiddlewareHandler => {
  const secure = secureHeaders({
    contentSecurityPolicy,
    xFrameOptions: 'DENY',
    referrerPolicy: 'same-origin',
    strictTransportSecurity: false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [], displayCapture: [] },
    overwrite: false,
  });
  return async (c, next) => {
    await secure(c, next);
    if (isHttps(c, appUrl)) c.res.headers.set('strict-transport-security', 'max-age=31536000');
  };
};
