import { type Context, Hono } from 'hono';
import { isLoopback } from '../auth/address.ts';
import type { Auth } from '../auth/auth.ts';
import { TurnlogError } from '../errors.ts';
import type { DoorEnv } from './guards.ts';

/**
 * Who may read the metrics: `local`, this machine itself and whoever holds the scope `audit` or `admin`; `scope`, the
 * latter alone; `anybody`; `nobody`.
 */
export type MetricsAccess = 'local' | 'scope' | 'anybody' | 'nobody';

type MetricsDoor = {
  readonly read: () => Promise<{ contentType: string; body: string }>;
  readonly auth: Pick<Auth, 'authenticate'>;
  readonly metricsAccess: MetricsAccess;
};

/** What a proxy on this machine passes on comes from elsewhere, and says so. */
const isOfThisMachine = (c: Context<DoorEnv>): boolean =>
  ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].every((name) => c.req.header(name) === undefined) &&
  isLoopback(c.env?.incoming?.socket.remoteAddress);

/** `/metrics`, for Prometheus. */
export const metricsRoutes = ({ read, auth, metricsAccess }: MetricsDoor) => {
  const check = async (c: Context<DoorEnv>): Promise<void> => {
    if (metricsAccess === 'anybody') return;
    if (metricsAccess === 'nobody') throw new TurnlogError('NOT_FOUND', 'not found');
    if (metricsAccess === 'local' && isOfThisMachine(c)) return;
    const identity = await auth.authenticate({ headers: c.req.raw.headers });
    if (!identity) throw new TurnlogError('UNAUTHENTICATED', 'unauthorized');
    if (identity.scopes.includes('audit') || identity.scopes.includes('admin')) return;
    throw new TurnlogError('FORBIDDEN', 'this needs the scope audit or admin');
  };
  return new Hono<DoorEnv>().get('/metrics', async (c) => {
    await check(c);
    const { contentType, body } = await read();
    return c.body(body, 200, { 'content-type': contentType, 'cache-control': 'no-store' });
  });
};
