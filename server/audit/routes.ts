import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { LogReads } from '../analysis/log-reads.ts';
import type { Auth } from '../auth/auth.ts';
import { bearerOf, type HeadersLike } from '../auth/credentials.ts';
import type { Identity } from '../auth/identity.ts';
import { checkScope } from '../auth/scopes.ts';
import { TurnlogError } from '../errors.ts';
import { ndjson } from './lines.ts';
import { lines, operator, type Rebuild } from './local.ts';

type AuditDeps = {
  auth: Pick<Auth, 'authenticate'>;
  analysis: Pick<LogReads, 'export' | 'turn'>;
  rebuild: Rebuild;
  /** By which the commands of this machine are known; it opens nothing but these routes. */
  operatorToken: string;
};

const headers = { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' };

/** A body that is read no faster than it is taken; leaving it aborts the signal. */
const bodyOf = (make: (signal: AbortSignal) => AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> => {
  const leaving = new AbortController();
  const iterator = make(leaving.signal)[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        leaving.abort();
        await iterator.return?.();
      },
    },
    { highWaterMark: 1 },
  );
};

/** `/api/audit/*`: the log and its turns as NDJSON (scope `audit`), and rebuilds with their progress (scope `admin`). */
export const auditRoutes = ({ auth, analysis, rebuild, operatorToken }: AuditDeps) => {
  const expected = Buffer.from(operatorToken);
  const isOperator = (bearer: string | null) => {
    const given = Buffer.from(bearer ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const identify = async (asking: HeadersLike): Promise<Identity> => {
    if (isOperator(bearerOf(asking))) return operator;
    const identity = await auth.authenticate({ headers: asking });
    if (!identity) throw new TurnlogError('UNAUTHENTICATED', 'unauthorized');
    return identity;
  };

  return new Hono()
    .basePath('/api/audit')
    .get('/events', async (c) => {
      const { types, ...asked } = c.req.query();
      const read = await analysis.export(await identify(c.req.raw.headers), {
        ...asked,
        ...(types !== undefined && { types: types.split(',') }),
      });
      return c.body(
        bodyOf((signal) => ndjson(lines(read(signal)))),
        200,
        headers,
      );
    })
    .get('/turns/:turnId/events', async (c) => {
      const read = await analysis.turn(await identify(c.req.raw.headers), c.req.param('turnId'));
      return c.body(
        bodyOf((signal) => ndjson(lines(read(signal)), 0)),
        200,
        headers,
      );
    })
    .post('/rebuild', async (c) => {
      checkScope(await identify(c.req.raw.headers), 'admin');
      const run = rebuild(c.req.query('name'));
      return c.body(
        bodyOf((signal) => ndjson(run(signal), 0)),
        200,
        headers,
      );
    });
};
