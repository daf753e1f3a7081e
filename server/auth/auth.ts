import { LRUCache } from 'lru-cache';
import { TurnlogError } from '../errors.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import { openAccounts } from './accounts.ts';
import { openApiTokens } from './api-tokens.ts';
import { bearerOf, type HeadersLike, sessionTokenOf } from './credentials.ts';
import { openEndings } from './endings.ts';
import { credentialId, type Identity, type NewId, type Random, type User } from './identity.ts';
import { openInvitations } from './invitations.ts';
import { type Attempt, openLoginLimit } from './login-limit.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { checkNewPassword } from './password-policy.ts';
import type { Secret } from './secret.ts';
import { openSessions } from './sessions.ts';
import { findUser } from './users.ts';

type AuthDeps = Pick<Time, 'now' | 'every'> & {
  readonly sql: Sql;
  readonly secret: Secret;
  readonly newId: NewId;
  readonly random: Random;
  /** Whether invitations make new accounts. */
  readonly mayJoin?: () => Promise<boolean>;
  /** How often a watched credential is looked up in the database, in milliseconds. */
  readonly recheckMs?: number;
};

/** How long a credential that another process has ended may still be taken for good here. */
const REMEMBER_MS = 3_000;

/** Sessions and API tokens over SQL. Nothing runs unless somebody watches. */
export const openAuth = async ({ recheckMs = 30_000, mayJoin = async () => true, ...deps }: AuthDeps) => {
  const { sql, now, random, every } = deps;
  const sessions = openSessions(deps);
  const tokens = openApiTokens(deps);
  const invitations = openInvitations(deps);
  const limit = openLoginLimit();
  const nobodysHash = await hashPassword(Buffer.from(random(32)).toString('base64url'), random);

  const living = async (ids: readonly string[]) =>
    (
      await sql.query<{ id: string }>(
        `select id from sessions where id = any($1::uuid[]) and expires_at > $2
         union all select t.id from api_tokens t join users u on u.id = t.user_id
          where t.id = any($1::uuid[]) and u.disabled_at is null`,
        [ids, now()],
      )
    ).map(({ id }) => id);
  const endings = openEndings({ living, recheckMs, every });

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

  const accounts = openAccounts({ sql, now, end });

  const checkMayJoin = async (): Promise<void> => {
    if (!(await mayJoin())) throw new TurnlogError('REJECTED', 'no new accounts are made at the moment');
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
      agent,
      ...attempt
    }: Attempt & { password: string; agent?: string | undefined }): Promise<{ user: User; token: string } | null> {
      await limit.admit(attempt);
      const found = await findUser(sql, attempt.username);
      const right = await verifyPassword(found?.passwordHash ?? nobodysHash, password);
      if (!found || !right || found.isDisabled) return null;
      await limit.succeeded(attempt);
      const { passwordHash: _, isDisabled: __, ...user } = found;
      return { user, token: await sessions.start(user.id, agent) };
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

    sessions: sessions.list,

    /** @throws TurnlogError NOT_FOUND for an id that isn't one of this user's sessions */
    async revokeSession(userId: string, id: string): Promise<void> {
      await sessions.revoke(userId, id);
      end(id);
    },

    accounts: accounts.list,
    changeAccount: accounts.change,

    invitations: invitations.list,
    revokeInvitation: invitations.revoke,
    readInvitation: invitations.read,
    /** @throws TurnlogError REJECTED where no new accounts are made */
    async invite(account: { isAdmin: boolean }) {
      await checkMayJoin();
      return invitations.forAccount(account);
    },
    /** @throws TurnlogError NOT_FOUND */
    inviteToSetPassword: async (userId: string) => invitations.forPassword((await accounts.find(userId)).id),

    /**
     * Makes the account or sets the password, and signs in; whoever was signed in with the old password no longer is.
     * @throws TurnlogError NOT_FOUND, VALIDATION, REJECTED
     */
    async acceptInvitation(token: string, given: { username?: string; password: string; agent?: string | undefined }) {
      if ((await invitations.read(token)).username === null) await checkMayJoin();
      const { user, isNew } = await invitations.accept(token, given);
      if (!isNew) await accounts.endSessions(user.id);
      return { user, token: await sessions.start(user.id, given.agent) };
    },

    /**
     * Sets another password for whoever is signed in and knows the present one; every other session ends.
     * @throws TurnlogError FORBIDDEN by a token, or where `current` is wrong; VALIDATION for a password that won't do;
     * RATE_LIMITED with `details.retryAfterSeconds`
     */
    async changePassword(identity: Identity, given: { current: string; password: string; address: string }) {
      if (identity.via !== 'session') throw new TurnlogError('FORBIDDEN', 'a token changes no password: sign in');
      const { userId, username, sessionId } = identity;
      const attempt = { username, address: given.address };
      await limit.admit(attempt);
      const found = await findUser(sql, username);
      const wrong = new TurnlogError('FORBIDDEN', 'the current password is wrong');
      if (!found || !(await verifyPassword(found.passwordHash, given.current))) throw wrong;
      await limit.succeeded(attempt);
      checkNewPassword(given.password, username);
      const changed = await sql.query(
        'update users set password_hash = $2 where id = $1 and password_hash = $3 returning id',
        [userId, await hashPassword(given.password, random), found.passwordHash],
      );
      if (changed.length === 0) throw wrong; // it was changed meanwhile
      await accounts.endSessions(userId, sessionId);
    },

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
