import { type Context, Hono } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { clientAddress } from '../auth/address.ts';
import type { Auth } from '../auth/auth.ts';
import { SESSION_COOKIE } from '../auth/credentials.ts';
import { ACCEPT_PATH, LOGIN_PATH } from '../auth/origin.ts';
import { type DoorEnv, limitBody, readBody, requireUser } from './guards.ts';
import { isHttps } from './headers.ts';

type AuthDoor = {
  readonly auth: Pick<
    Auth,
    'authenticate' | 'login' | 'logout' | 'readInvitation' | 'acceptInvitation' | 'changePassword'
  >;
  readonly appUrl?: string | undefined;
  readonly maxBodyBytes: number;
};

export const credentials = z.object({ username: z.string().min(1).max(200), password: z.string().min(1).max(1024) });

export const invitation = z.object({ token: z.string().min(1).max(200) });
export const acceptance = invitation.extend({
  username: z.string().max(200).optional(),
  password: z.string().max(1024),
});

export const newPassword = z.object({ current: z.string().max(1024), password: z.string().max(1024) });

/** The longest a browser keeps a cookie. The session itself ends after 7 days without use, and the server decides that. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** `/api/auth/*`: signing in, by password or by invitation, and out; and `/api/me`. */
export const authRoutes = ({ auth, appUrl, maxBodyBytes }: AuthDoor) => {
  const cookie = (c: Context) =>
    ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: isHttps(c, appUrl), maxAge: MAX_AGE_SECONDS }) as const;

  const addressOf = (c: Context<DoorEnv>) =>
    clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), {
      behindProxy: appUrl !== undefined,
    });

  return new Hono<DoorEnv>()
    .post(LOGIN_PATH, limitBody({ maxBodyBytes }), async (c) => {
      const { username, password } = await readBody(c, credentials);
      const agent = c.req.header('user-agent');
      const session = await auth.login({ username, password, address: addressOf(c), agent });
      if (!session) return c.json({ error: 'wrong username or password' }, 401);
      setCookie(c, SESSION_COOKIE, session.token, cookie(c));
      c.header('cache-control', 'no-store');
      return c.json({ ok: true, user: session.user });
    })
    .post('/api/auth/invitation', limitBody({ maxBodyBytes }), async (c) => {
      const { token } = await readBody(c, invitation);
      const { username, isAdmin, expiresAt } = await auth.readInvitation(token);
      c.header('cache-control', 'no-store');
      return c.json({ username, isAdmin, expiresAt: expiresAt.toISOString() });
    })
    .post(ACCEPT_PATH, limitBody({ maxBodyBytes }), async (c) => {
      const { token, username, password } = await readBody(c, acceptance);
      const agent = c.req.header('user-agent');
      const session = await auth.acceptInvitation(token, {
        password,
        agent,
        ...(username !== undefined && { username }),
      });
      setCookie(c, SESSION_COOKIE, session.token, cookie(c));
      c.header('cache-control', 'no-store');
      return c.json({ ok: true, user: session.user });
    })
    .post('/api/auth/password', limitBody({ maxBodyBytes }), requireUser(auth), async (c) => {
      await auth.changePassword(c.get('identity'), { ...(await readBody(c, newPassword)), address: addressOf(c) });
      return c.json({ ok: true });
    })
    .post('/api/auth/logout', async (c) => {
      const identity = await auth.authenticate({ headers: c.req.raw.headers });
      if (identity) await auth.logout(identity);
      deleteCookie(c, SESSION_COOKIE, { path: '/' });
      return c.json({ ok: true });
    })
    .get('/api/me', requireUser(auth), (c) => {
      const { userId, username, isAdmin, scopes } = c.get('identity');
      return c.json({ id: userId, username, isAdmin, scopes });
    });
};
