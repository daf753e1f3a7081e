import { createHash } from 'node:crypto';
import { z } from 'zod';
import { TurnlogError } from '../errors.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import type { Identity, NewId, Random } from './identity.ts';
import { checkScope, type Scope, scopes, scopesOf } from './scopes.ts';

const TOUCH_MS = 60 * 1000;

export type ApiToken = {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

const tokenName = z
  .string()
  .trim()
  .regex(/^[^\p{C}]{1,100}$/u);

type TokenRow = { id: string; name: string; scopes: Scope[]; created_at: Date; last_used_at: Date | null };
type UseRow = Pick<TokenRow, 'id' | 'scopes' | 'last_used_at'> & {
  user_id: string;
  username: string;
  is_admin: boolean;
};

const selectWhere = (condition: string) =>
  `select t.id, t.scopes, t.last_used_at, t.user_id, u.username, u.is_admin
   from api_tokens t join users u on u.id = t.user_id where u.disabled_at is null and ${condition}`;

type TokenDeps = { readonly sql: Sql; readonly newId: NewId; readonly random: Random; readonly now: Time['now'] };

/** Bearer tokens, `tl_` and 32 random bytes in base64url. They live until they are revoked. */
export const openApiTokens = ({ sql, newId, random, now }: TokenDeps) => {
  /** A fast hash will do: nobody guesses 32 random bytes. */
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

  const use = async (condition: string, value: string): Promise<Identity | null> => {
    const [row] = await sql.query<UseRow>(selectWhere(condition), [value]);
    if (!row) return null;
    const usedAt = now();
    if (!row.last_used_at || usedAt.getTime() - row.last_used_at.getTime() >= TOUCH_MS) {
      await sql.query('update api_tokens set last_used_at = $2 where id = $1', [row.id, usedAt]);
    }
    const { user_id: userId, username, is_admin: isAdmin } = row;
    // A token can do no more than its user can today.
    const held = scopesOf({ isAdmin }).filter((scope) => row.scopes.includes(scope));
    return { userId, username, isAdmin, scopes: held, via: 'token', tokenId: row.id };
  };

  return {
    hashOf,
    byHash: (hash: string) => use('t.token_hash = $1', hash),
    byId: (id: string) => use('t.id = $1', id),

    /**
     * For whoever asks, with no more than the scopes of that credential. The token itself is shown here and never again.
     * @throws TurnlogError VALIDATION: a name has 1 to 100 printable characters, and there is a scope; FORBIDDEN
     */
    async create(
      owner: Pick<Identity, 'userId' | 'scopes'>,
      name: string,
      asked: readonly Scope[] = ['chat'],
    ): Promise<ApiToken & { token: string }> {
      if (asked.length === 0)
        throw new TurnlogError('VALIDATION', `a token has one scope at least: ${scopes.join(', ')}`);
      for (const scope of asked) checkScope(owner, scope);
      const parsed = tokenName.safeParse(name);
      if (!parsed.success) throw new TurnlogError('VALIDATION', "a token's name has 1 to 100 printable characters");
      const token = `tl_${Buffer.from(random(32)).toString('base64url')}`;
      const created = {
        id: newId(),
        name: parsed.data,
        scopes: scopes.filter((scope) => asked.includes(scope)),
        createdAt: now(),
        lastUsedAt: null,
      };
      await sql.query(
        'insert into api_tokens (id, user_id, name, scopes, token_hash, created_at) values ($1, $2, $3, $4, $5, $6)',
        [created.id, owner.userId, created.name, created.scopes, hashOf(token), created.createdAt],
      );
      return { ...created, token };
    },

    /** A user's tokens, oldest first. */
    async list(userId: string): Promise<ApiToken[]> {
      const rows = await sql.query<TokenRow>(
        'select id, name, scopes, created_at, last_used_at from api_tokens where user_id = $1 order by created_at, id',
        [userId],
      );
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        scopes: row.scopes,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
      }));
    },

    /** @throws TurnlogError NOT_FOUND for an id that isn't one of this user's tokens */
    async revoke(userId: string, id: string): Promise<void> {
      const revoked = z.guid().safeParse(id).success
        ? await sql.query('delete from api_tokens where id = $1 and user_id = $2 returning id', [id, userId])
        : [];
      if (revoked.length === 0) throw new TurnlogError('NOT_FOUND', 'not found');
    },
  };
};
