import { TurnlogError } from '../errors.ts';
import type { Sql, SqlRunner } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import type { NewId, Random, User } from './identity.ts';
import { generatePassword, hashPassword, verifyPassword } from './password.ts';
import { checkNewPassword } from './password-policy.ts';
import { username, usernameKey } from './username.ts';

export type UserDeps = { readonly sql: Sql; readonly newId: NewId; readonly random: Random; readonly now: Time['now'] };

type UserRow = { id: string; username: string; is_admin: boolean; password_hash: string; is_disabled: boolean };

type KnownUser = User & { readonly passwordHash: string; readonly isDisabled: boolean };

/** Whatever was typed may be asked for: what can't be a name is nobody's. */
export const findUser = async (sql: Sql, name: string): Promise<KnownUser | null> => {
  if (!username.safeParse(name).success) return null;
  const [row] = await sql.query<UserRow>(
    'select id, username, is_admin, password_hash, disabled_at is not null as is_disabled from users where username_key = $1',
    [usernameKey(name)],
  );
  if (!row) return null;
  const { id, username: shown, is_admin: isAdmin, password_hash: passwordHash, is_disabled: isDisabled } = row;
  return { id, username: shown, isAdmin, passwordHash, isDisabled };
};

export const findUsername = async (sql: Sql, id: string): Promise<string | null> => {
  const [row] = await sql.query<{ username: string }>('select username from users where id = $1', [id]);
  return row?.username ?? null;
};

/** The names of those of the ids that are somebody's. */
export const findUsernames = async (sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await sql.query<{ id: string; username: string }>(
    'select id, username from users where id::text = any ($1::text[])',
    [ids],
  );
  return new Map(rows.map(({ id, username: name }) => [id, name]));
};

type NewUser = { readonly username: string; readonly password: string; readonly isAdmin?: boolean };

/** @throws TurnlogError VALIDATION for what can't be a name or a password, REJECTED where somebody has it, in whatever case */
export const createUser = async (
  { sql, newId, random, now }: Omit<UserDeps, 'sql'> & { sql: SqlRunner },
  user: NewUser,
): Promise<User> => {
  const name = username.safeParse(user.username);
  if (!name.success) throw new TurnlogError('VALIDATION', 'a username is 1 to 64 letters, digits or . _ @ + -');
  checkNewPassword(user.password, name.data);
  const isAdmin = user.isAdmin ?? false;
  const [row] = await sql.query<{ id: string }>(
    `insert into users (id, username, username_key, password_hash, is_admin, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (username_key) do nothing returning id`,
    [newId(), name.data, usernameKey(name.data), await hashPassword(user.password, random), isAdmin, now()],
  );
  if (!row) throw new TurnlogError('REJECTED', 'this username is taken');
  return { id: row.id, username: name.data, isAdmin };
};

type AdminConfig = { readonly adminUsername: string; readonly adminPassword?: string | undefined };

/**
 * Sees to it that the administrator exists and has the configured password; one that is configured anew ends the
 * sessions. Where none is configured, a new administrator's password is generated, to be shown once by the caller.
 */
export const ensureAdmin = async (
  deps: UserDeps,
  { adminUsername, adminPassword }: AdminConfig,
): Promise<{ username: string; generatedPassword?: string }> => {
  const { sql, random } = deps;
  const admin = await findUser(sql, adminUsername);
  if (!admin) {
    const password = adminPassword ?? generatePassword(random);
    try {
      const created = await createUser(deps, { username: adminUsername, password, isAdmin: true });
      return { username: created.username, ...(adminPassword ? {} : { generatedPassword: password }) };
    } catch (error) {
      const otherWasFirst = error instanceof TurnlogError && error.code === 'REJECTED';
      if (otherWasFirst) return ensureAdmin(deps, { adminUsername, adminPassword });
      throw error;
    }
  }
  await sql.query('update users set is_admin = true, disabled_at = null where id = $1', [admin.id]);
  if (adminPassword && !(await verifyPassword(admin.passwordHash, adminPassword))) {
    checkNewPassword(adminPassword, admin.username);
    const passwordHash = await hashPassword(adminPassword, random);
    await sql.transaction(async (tx) => {
      await tx.query('update users set password_hash = $2 where id = $1', [admin.id, passwordHash]);
      await tx.query('delete from sessions where user_id = $1', [admin.id]);
    });
  }
  return { username: admin.username };
};
