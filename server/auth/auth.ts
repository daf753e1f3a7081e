import { LRUCache } from 'lru-cache';
import type { Sql } from '../sql/sql.ts';
import { openApiTokens } from './api-tokens.ts';
import { bearerOf, type HeadersLike, sessionTokenOf } from './credentials.ts';
import { openEndings } from './endings.ts';
import { type Clock, credentialId, type Identity, type NewId, type Random, type User } from './identity.ts';
import { type Attempt, openLoginLimit } from './login-limit.ts';
import { hashPassword, verifyPassword } from './password.ts';
import type { Secret } from './secret.ts';
import { openSessions } from './sessions.ts';
import { findUser } from './users.ts';

type AuthDeps = {
  readonly sql: Sql;
  readonly secret: Secret;
  readonly newId: NewId;
  readonly random: Random;
  readonly now: Clock;
  /** How often a watched credential is looked up in the database, in milliseconds. */
  readonly recheckMs?: number;
};

/** How long a credential that another process has ended may still be taken for good here. */
const REMEMBER_MS = 3_000;

/** Sessions and API tokens over SQL. Nothing runs unless somebody watches. */
export const openAuth = async ({ recheckMs = 30_000, ...deps }: AuthDeps) => {
  const { sql, now, random } = deps;
  const sessions = openSessions(deps);
  const tokens = openApiTokens(deps);
  const limit = openLoginLimit();
  const nobodysHash = await hashPassword(Buffer.from(random(32)).toString('base64url'), random);

  const living = async (ids: readonly string[]) =>
    (
      await sql.query<{ id: string }>(
        `select id from sessions where id = any($1::uuid[]) and expires_at > $2
         union all select id from api_tokens where id = any($1::uuid[])`,
        [ids, now()],
      )
    ).map(({ id }) => id);
  const endings = openEndings({ living, recheckMs });

  const known = new LRUCache<string, Identity>({
    max: 10_000,
    ttl: REMEMBER_MS,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  let ended = 0;

  const end = (id: string): void => {
    ended += 1;
    known.clear();
    endings.end(id);
  };

  /** A look-up that was under way when a credential ended may have seen it alive: it isn't remembered. */
  const remembered = async (hash: string, find: (hash: string) => Promise<Identity | null>) => {
    const identity = known.get(hash);
    if (identity) return identity;
    const before = ended;
    const found = await find(hash);
    if (found && before === ended) known.set(hash, found);
    return found;
  };

  return {
    /** By bearer token where there is one (a wrong one is nobody), else by session cookie. */
    async authenticate({ headers }: { headers: HeadersLike }): Promise<Identity | null> {
      const bearer = bearerOf(headers);
      if (bearer !== null) return remembered(tokens.hashOf(bearer), tokens.byHash);
      const session = sessionTokenOf(headers);
      return session === null ? null : remembered(sessions.hashOf(session), sessions.byHash);
    },

    /**
     * Starts a session; `token` is the cookie's value. Null for a wrong username or password, in the same time for both.
     * @throws TurnlogError RATE_LIMITED with `details.retryAfterSeconds`
     */
    async login({
      password,
      ...attempt
    }: Attempt & { password: string }): Promise<{ user: User; token: string } | null> {
      await limit.admit(attempt);
      const found = await findUser(sql, attempt.username);
      const right = await verifyPassword(found?.passwordHash ?? nobodysHash, password);
      if (!found || !right) return null;
      await limit.succeeded(attempt);
      const { passwordHash: _, ...user } = found;
      return { user, token: await sessions.start(user.id) };
    },

    /** Ends the session; an API token is revoked by name only, not by logging out. */
    async logout(identity: Identity): Promise<void> {
      if (identity.via !== 'session') return;
      await sessions.end(identity.sessionId);
      end(identity.sessionId);
    },

    /** Whether the credential is still good. Counts as a use: ask at each operation of a long-lived connection. */
    async isAlive(identity: Identity): Promise<boolean> {
      const found = await (identity.via === 'session'
        ? sessions.byId(identity.sessionId)
        : tokens.byId(identity.tokenId));
      return found !== null;
    },

    /** Resolves when the session or token has ended, or at the signal. */
    watchIdentity: (identity: Identity, signal: AbortSignal): Promise<void> =>
      endings.watch(credentialId(identity), signal),

    createApiToken: tokens.create,
    apiTokens: tokens.list,

    /** @throws TurnlogError NOT_FOUND for an id that isn't one of this user's tokens */
    async revokeApiToken(userId: string, id: string): Promise<void> {
      await tokens.revoke(userId, id);
      end(id);
    },
  };
};
export type Auth = Awaited<ReturnType<typeof openAuth>>;
