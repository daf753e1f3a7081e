import { describe, expect, it } from 'vitest';
import { healthRoutes, type Readiness } from '../../../server/rest/health.ts';

const well: Readiness = {
  store: { ok: true, kind: 'pglite', head: '7' },
  projections: [{ name: 'turns', position: '7', lag: '0' }],
  draining: false,
};
const rest = { provider: {}, router: { embedder: 'embedded', embedded: true }, queue: {} };

describe('the health routes', () => {
  it.each([
    ['ok', 200, well],
    ['degraded', 200, { ...well, projections: [{ name: 'turns', position: '6', lag: '1', parked: { at: '7' } }] }],
    ['unavailable', 503, { ...well, draining: true }],
    ['unavailable', 503, { ...well, store: { ok: false, kind: 'pglite', head: null } }],
  ] as const)('answer %s with %i', async (status, code, readiness) => {
    const routes = healthRoutes({ ready: async () => readiness, all: async () => ({ ...readiness, ...rest }) });
    const ready = await routes.request('/api/health/ready');
    expect([ready.status, await ready.json()]).toEqual([code, { status }]);
    const all = await routes.request('/api/health');
    expect([all.status, await all.json()]).toEqual([code, { status, ...readiness, ...rest }]);
  });

  it('say whether turns are taken without waiting for a model server', async () => {
    const routes = healthRoutes({ ready: async () => well, all: () => new Promise(() => undefined) });
    expect((await routes.request('/api/health/ready')).status).toBe(200);
  });
});
