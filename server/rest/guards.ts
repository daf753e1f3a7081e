import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { Identity } from '../auth/identity.ts';
import { isForeign } from '../auth/origin.ts';
import type { AdmitAddress } from '../auth/request-limit.ts';
import { checkScope, type Scope } from '../auth/scopes.ts';
import { parseInput } from '../commands/input.ts';
import { TurnlogError } from '../errors.ts';

/** `identity` is there behind `requireUser`. Node's bindings are missing where a request is made without a server. */
export type DoorEnv = {
  Bindings: Partial<HttpBindings>;
  /** `told` is added to the log's line of the request: ids alone. */
  Variables: { identity: Identity; requestId?: string; told?: { turnId: string } };
};

/** For every path of the app: refuses what another site's page asks with a user's cookie. */
export const refuseForeign = ({ appUrl }: { appUrl?: string | undefined }): MiddlewareHandler =>
  createMiddleware(async (c, next) => {
    const { method, path, raw } = c.req;
    if (isForeign({ method, path, headers: raw.headers }, appUrl)) {
      throw new TurnlogError('FORBIDDEN', 'this request comes from another site');
    }
    await next();
  });

/** For every path of the app: refuses an address that asks too often. Whether the process lives may always be asked. */
export const limitAddress = (admitAddress: AdmitAddress): MiddlewareHandler<DoorEnv> =>
  createMiddleware<DoorEnv>(async (c, next) => {
    if (!c.req.path.startsWith('/api/health')) {
      const peer = c.env?.incoming?.socket.remoteAddress;
      await admitAddress({ peer, forwardedFor: c.req.header('x-forwarded-for') });
    }
    await next();
  });

export const requireUser = (auth: Pick<Auth, 'authenticate'>): MiddlewareHandler<DoorEnv> =>
  createMiddleware<DoorEnv>(async (c, next) => {
    const identity = await auth.authenticate({ headers: c.req.raw.headers });
    if (!identity) throw new TurnlogError('UNAUTHENTICATED', 'unauthorized');
    c.set('identity', identity);
    await next();
  });

/** Somebody, whose credential may be used for this. */
export const requireScope = (auth: Pick<Auth, 'authenticate'>, scope: Scope): MiddlewareHandler<DoorEnv> => {
  const someone = requireUser(auth);
  return createMiddleware<DoorEnv>((c, next) =>
    someone(c, async () => {
      checkScope(c.get('identity'), scope);
      await next();
    }),
  );
};

/** 413 for a body over the limit, however it is sent. */
export const limitBody = ({ maxBodyBytes }: { maxBodyBytes: number }): MiddlewareHandler =>
  bodyLimit({
    maxSize: maxBodyBytes,
    onError: (c) => c.json({ error: `the body is larger than ${maxBodyBytes} bytes` }, 413),
  });

/** The body, as the schema has it. @throws TurnlogError VALIDATION that says what is wrong, field by field */
export const readBody = async <T>(c: Context, schema: z.ZodType<T>): Promise<T> => {
  const body = await c.req.json<unknown>().catch((cause: unknown) => {
    throw new TurnlogError('VALIDATION', 'the body is not JSON', { cause });
  });
  return parseInput(schema, body);
};
