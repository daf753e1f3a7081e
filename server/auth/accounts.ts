import { z } from 'zod';
import { TurnlogError } from '../errors.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import type { Identity } from './identity.ts';

/** A user, as an administrator sees one. */
export type Account = {
  readonly id: string;
  readonly username: string;
  readonly isAdmin: boolean;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
};

type Row = { id: string; username: string; is_admin: boolean; created_at: Date; disabled_at: Date | null };

const accountOf = (row: Row): Account => ({
  id: row.id,
  username: row.username,
  isAdmin: row.is_admin,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
});
const columns = 'id, username, is_admin, created_at, disabled_at';

type AccountDeps = {
  readonly sql: Sql;
  readonly now: Time['now'];
  /** Ends what hangs on a session or token in this process. */
  readonly end: (credentialId: string) => void;
};

/** What an administrator does with users. */
export const openAccounts = ({ sql, now, end }: AccountDeps) => {
  /** @throws TurnlogError NOT_FOUND */
  const find = async (id: string): Promise<Account> => {
    const [row] = z.guid().safeParse(id).success
      ? await sql.query<Row>(`select ${columns} from users where id = $1`, [id])
      : [];
    if (!row) throw new TurnlogError('NOT_FOUND', 'not found');
    return accountOf(row);
  };

  /** The user signs in anew, but where `kept` is; tokens go on, but what is open on one is closed. */
  const endSessions = async (userId: string, kept: string | null = null): Promise<void> => {
    const sessions = await sql.query<{ id: string }>(
      'delete from sessions where user_id = $1 and id is distinct from $2::uuid returning id',
      [userId, kept],
    );
    const tokens = await sql.query<{ id: string }>('select id from api_tokens where user_id = $1', [userId]);
    for (const { id } of [...sessions, ...tokens]) end(id);
  };

  return {
    endSessions,
    find,
    /** By name. */
    async list(): Promise<Account[]> {
      return (await sql.query<Row>(`select ${columns} from users order by username_key`)).map(accountOf);
    },
    /**
     * What isn't given stays. Whoever is changed is signed out everywhere.
     * @throws TurnlogError NOT_FOUND; REJECTED for oneself, so that somebody can always undo it
     */
    async change(
      by: Identity,
      id: string,
      { isAdmin, isDisabled }: { isAdmin?: boolean | undefined; isDisabled?: boolean | undefined },
    ): Promise<Account> {
      const found = await find(id);
      const isChanged =
        (isAdmin ?? found.isAdmin) !== found.isAdmin ||
        (isDisabled ?? found.disabledAt !== null) !== (found.disabledAt !== null);
      if (!isChanged) return found;
      if (found.id === by.userId) throw new TurnlogError('REJECTED', 'nobody disables or demotes oneself');
      await sql.query('update users set is_admin = coalesce($2, is_admin), disabled_at = $3 where id = $1', [
        found.id,
        isAdmin ?? null,
        (isDisabled ?? found.disabledAt !== null) ? (found.disabledAt ?? now()) : null,
      ]);
      await endSessions(found.id);
      return find(found.id);
    },
  };
};
