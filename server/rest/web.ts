import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const YEAR = 'public, max-age=31536000, immutable';

/** The built web client: hashed assets for ever, and its page at `/` and, for browsers, at every path that is nobody else's. */
export const webRoutes = (root: string) => {
  const index = join(root, 'index.html');
  if (!existsSync(index)) return new Hono(); // a server without its client is only its API
  const page = readFileSync(index, 'utf8');
  return new Hono()
    .use('/assets/*', async (c, next) => {
      await next();
      if (c.res.ok) c.header('cache-control', YEAR);
    })
    .use('/*', serveStatic({ root, rewriteRequestPath: (path) => (path === '/' ? '/none' : path) }))
    .get('/*', (c, next) => {
      const isPage = c.req.path === '/' || c.req.header('accept')?.includes('text/html');
      if (!isPage || /^\/(api|graphql)(\/|$)/.test(c.req.path)) return next();
      c.header('cache-control', 'no-cache');
      return c.html(page);
    });
};
