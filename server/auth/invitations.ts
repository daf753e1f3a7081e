import { createHash } from 'node:crypto';
import { z } from 'zod';
import { TurnlogError } from '../errors.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import type { NewId, Random, User } from './identity.ts';
import { hashPassword } from './password.ts';
import { checkNewPassword } from './password-policy.ts';
import { createUser } from './users.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ACCOUNT_MS = 7 * DAY_MS;
const PASSWORD_MS = DAY_MS;

/** `username` is whose password it sets; null where it makes an account. */
export type Invitation = {
  readonly id: string;
  readonly username: string | null;
  readonly isAdmin: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

type Row = {
  id: string;
  user_id: string | null;
  username: string | null;
  is_admin: boolean;
  created_at: Date;
  expires_at: Date;
};

const invitationOf = (row: Row): Invitation => ({
  id: row.id,
  username: row.username,
  isAdmin: row.is_admin,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const selectWhere = (condition: string) =>
  `select i.id, i.user_id, u.username, i.is_admin, i.created_at, i.expires_at
   from invitations i left join users u on u.id = i.user_id where i.expires_at > $1 and ${condition}`;

export type InvitationDeps = {
  readonly sql: Sql;
  readonly newId: NewId;
  readonly random: Random;
  readonly now: Time['now'];
};

const notFound = () => new TurnlogError('NOT_FOUND', 'this invitation was used, has expired, or never was');

/** Links that are good for once: for a new account during 7 days, for a new password during one. */
export const openInvitations = ({ sql, newId, random, now }: InvitationDeps) => {
  /** A fast hash will do: nobody guesses 32 random bytes. */
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

  const find = async (token: string): Promise<Row> => {
    const [row] = await sql.query<Row>(selectWhere('i.token_hash = $2'), [now(), hashOf(token)]);
    if (!row) throw notFound();
    return row;
  };

  /** A new one for the same user takes the place of the old. The token is shown here and never again. */
  const create = async (userId: string | null, isAdmin: boolean, lifeMs: number) => {
    const token = Buffer.from(random(32)).toString('base64url');
    const id = newId();
    await sql.query('delete from invitations where expires_at <= $1 or user_id = $2', [now(), userId]);
    await sql.query(
      `insert into invitations (id, token_hash, user_id, is_admin, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, hashOf(token), userId, isAdmin, now(), new Date(now().getTime() + lifeMs)],
    );
    return { invitation: invitationOf(await find(token)), token };
  };

  return {
    forAccount: ({ isAdmin }: { isAdmin: boolean }) => create(null, isAdmin, ACCOUNT_MS),
    forPassword: (userId: string) => create(userId, false, PASSWORD_MS),

    /** Those that can still be used, newest first. */
    async list(): Promise<Invitation[]> {
      const rows = await sql.query<Row>(`${selectWhere('true')} order by i.created_at desc, i.id`, [now()]);
      return rows.map(invitationOf);
    },

    /** @throws TurnlogError NOT_FOUND */
    async revoke(id: string): Promise<void> {
      const gone = z.guid().safeParse(id).success
        ? await sql.query('delete from invitations where id = $1 returning id', [id])
        : [];
      if (gone.length === 0) throw new TurnlogError('NOT_FOUND', 'not found');
    },

    /** @throws TurnlogError NOT_FOUND */
    read: async (token: string): Promise<Invitation> => invitationOf(await find(token)),

    /**
     * Makes the account, or sets the password, and uses the invitation up; both or neither. `isNew` tells which.
     * @throws TurnlogError NOT_FOUND; VALIDATION for a name or password that won't do; REJECTED where the name is taken
     */
    async accept(
      token: string,
      given: { username?: string; password: string },
    ): Promise<{ user: User; isNew: boolean }> {
      const invitation = await find(token);
      if (invitation.username !== null) checkNewPassword(given.password, invitation.username);
      return sql.transaction(async (tx) => {
        const used = await tx.query('delete from invitations where id = $1 returning id', [invitation.id]);
        if (used.length === 0) throw notFound(); // somebody was quicker
        if (invitation.user_id === null || invitation.username === null) {
          const account = { username: given.username ?? '', password: given.password, isAdmin: invitation.is_admin };
          return { user: await createUser({ sql: tx, newId, random, now }, account), isNew: true };
        }
        const [row] = await tx.query<{ is_admin: boolean }>(
          'update users set password_hash = $2 where id = $1 and disabled_at is null returning is_admin',
          [invitation.user_id, await hashPassword(given.password, random)],
        );
        if (!row) throw notFound();
        const user = { id: invitation.user_id, username: invitation.username, isAdmin: row.is_admin };
        return { user, isNew: false };
      });
    },
  };
};
