import { TurnlogError } from '../errors.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import { openAccounts } from './accounts.ts';
import { openApiTokens } from './api-tokens.ts';
import { bearerOf, type HeadersLike, sessionTokenOf } from './credentials.ts';
import { openEndings } from './endings.ts';
import { credentialId, type Identity, type NewId, type Random } from './identity.ts';
import { openInvitations } from './invitations.ts';
import { openRemembered } from './remembered.ts';
import type { Secret } from './secret.ts';
import { openSessions } from './sessions.ts';
import { openSignIn } from './sign-in.ts';

type AuthDeps = Pick<Time, 'now' | 'elapsed' | 'every'> & {
  readonly sql: Sql;
  readonly secret: Secret;
  readonly newId: NewId;
  readonly random: Random;
  /** Whether invitations make new accounts. */
  readonly mayJoin?: () => Promise<boolean>;
  /** How often a watched credential is looked up in the database, in milliseconds. */
  readonly recheckMs?: number;
};

/** Of credentials' ids, those that are still good. */
const livingOf =
  ({ sql, now }: Pick<AuthDeps, 'sql' | 'now'>) =>
  async (ids: readonly string[]): Promise<readonly string[]> => {
    const rows = await sql.query<{ id: string }>(
      `select id from sessions where id = any($1::uuid[]) and expires_at > $2
       union all select t.id from api_tokens t join users u on u.id = t.user_id
        where t.id = any($1::uuid[]) and u.disabled_at is null`,
      [ids, now()],
    );
    return rows.map(({ id }) => id);
  };

/** Sessions and API tokens over SQL. Nothing runs unless somebody watches. */
export const openAuth = async ({ recheckMs = 30_000, mayJoin = async () => true, ...deps }: AuthDeps) => {
  const sessions = openSessions(deps);
  const tokens = openApiTokens(deps);
  const invitations = openInvitations(deps);
  const endings = openEndings({ ...deps, living: livingOf(deps), recheckMs });
  const remembered = openRemembered(deps);

  const end = (id: string): void => {
    remembered.forget();
    endings.end(id);
  };

  const accounts = openAccounts({ ...deps, end });
  const signIn = await openSignIn({ ...deps, startSession: sessions.start, endSessions: accounts.endSessions });

  const checkMayJoin = async (): Promise<void> => {
    if (!(await mayJoin())) throw new TurnlogError('REJECTED', 'no new accounts are made at the moment');
  };

  return {
    /** By bearer token where there is one (a wrong one is nobody), else by session cookie. */
    async authenticate({ headers }: { headers: HeadersLike }): Promise<Identity | null> {
      const bearer = bearerOf(headers);
      if (bearer !== null) return remembered.find(tokens.hashOf(bearer), tokens.byHash);
      const session = sessionTokenOf(headers);
      return session === null ? null : remembered.find(sessions.hashOf(session), sessions.byHash);
    },

    ...signIn,

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
