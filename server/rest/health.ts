import { Hono } from 'hono';

/** What each part says of itself. `ok` false anywhere makes the server not ready. */
export type Health = {
  store: { ok: boolean; kind: string; head: string | null };
  projections: readonly { name: string; position: string; lag: string; parked?: unknown }[];
  provider: unknown;
  /** Which model scores messages for the router; `embedded` while no embedding server answers. */
  router: { embedder: string; embedded: boolean };
  queue: Record<string, { waiting: number; running: number }>;
  draining: boolean;
};

/** `/api/health` (everything), `/api/health/live` (the process answers), `/api/health/ready` (it takes turns). */
export const healthRoutes = (health: () => Promise<Health>) => {
  const report = async () => {
    const found = await health();
    const ready = found.store.ok && !found.draining && found.projections.every(({ parked }) => parked === undefined);
    return { status: ready ? 'ok' : found.store.ok && !found.draining ? 'degraded' : 'unavailable', ...found };
  };
  return new Hono()
    .basePath('/api/health')
    .get('/', async (c) => {
      const found = await report();
      return c.json(found, found.status === 'unavailable' ? 503 : 200);
    })
    .get('/live', (c) => c.json({ status: 'ok' }))
    .get('/ready', async (c) => {
      const { status } = await report();
      return c.json({ status }, status === 'unavailable' ? 503 : 200);
    });
};
