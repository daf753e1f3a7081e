import { Hono } from 'hono';

/** Whether turns are taken: `ok` false makes the server not ready. */
export type Readiness = {
  store: { ok: boolean; kind: string; head: string | null };
  projections: readonly { name: string; position: string; lag: string; parked?: unknown }[];
  draining: boolean;
};

/** What each part says of itself. */
export type Health = Readiness & {
  provider: unknown;
  /** Which model scores messages for the router; `embedded` while no embedding server answers. */
  router: { embedder: string; embedded: boolean };
  queue: Record<string, { waiting: number; running: number }>;
};

const statusOf = ({ store, draining, projections }: Readiness) => {
  if (!store.ok || draining) return 'unavailable';
  return projections.every(({ parked }) => parked === undefined) ? 'ok' : 'degraded';
};

export type HealthChecks = { readonly ready: () => Promise<Readiness>; readonly all: () => Promise<Health> };

/**
 * `/api/health` (everything), `/api/health/live` (the process answers), `/api/health/ready` (it takes turns, whoever answers
 * them).
 */
export const healthRoutes = ({ ready, all }: HealthChecks) =>
  new Hono()
    .basePath('/api/health')
    .get('/', async (c) => {
      const found = await all();
      const status = statusOf(found);
      return c.json({ status, ...found }, status === 'unavailable' ? 503 : 200);
    })
    .get('/live', (c) => c.json({ status: 'ok' }))
    .get('/ready', async (c) => {
      const status = statusOf(await ready());
      return c.json({ status }, status === 'unavailable' ? 503 : 200);
    });
