import { TurnlogError } from '../errors.ts';
import type { Sql } from '../sql/sql.ts';
import type { Identity, Random, User } from './identity.ts';
import { type Attempt, openLoginLimit } from './login-limit.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { checkNewPassword } from './password-policy.ts';
import { findUser } from './users.ts';

type SignInDeps = {
  readonly sql: Sql;
  readonly random: Random;
  /** Answers with the session's token. */
  readonly startSession: (userId: string, agent: string | undefined) => Promise<string>;
  /** All of a user's, or all but one. */
  readonly endSessions: (userId: string, except: string) => Promise<void>;
};

/** What is done by a password, so often a time. */
export const openSignIn = async ({ sql, random, startSession, endSessions }: SignInDeps) => {
  const limit = openLoginLimit();
  const nobodysHash = await hashPassword(Buffer.from(random(32)).toString('base64url'), random);

  return {
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
      return { user, token: await startSession(user.id, agent) };
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
      await endSessions(userId, sessionId);
    },
  };
};
