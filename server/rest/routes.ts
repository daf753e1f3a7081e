import type { Hono } from 'hono';
import type { DoorEnv } from './guards.ts';

/** The app's routes, each once as `GET /api/me`; what stands before them all (`ALL /api/*`) is none. */
export const routesOf = (app: Pick<Hono<DoorEnv>, 'routes'>): readonly string[] => [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' || !path.endsWith('*'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
];
