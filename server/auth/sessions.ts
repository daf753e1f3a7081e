import { z } from 'zod';
import { TurnlogError } from '../errors.ts';
import type { Sql } from '../sql/sql.ts';
import type { Time } from '../time.ts';
import type { Identity, NewId, Random } from './identity.ts';
import { scopesOf } from './scopes.ts';
import type { Secret } from './secret.ts';

const IDLE_MS = 7 * 24 * 60 * 60 * 1000;
const TOUCH_MS = 60 * 1000;

type SessionRow = { id: string; expires_at: Date; user_id: string; username: string; is_admin: boolean };

const selectWhere = (condition: string) =>
  `select s.id, s.expires_at, s.user_id, u.username, u.is_admin
   from sessions s join users u on u.id = s.user_id where s.expires_at > $2 and u.disabled_at is null and ${condition}`;

/** Where a user is signed in. `agent` is the browser, as it names itself; `lastUsedAt` is right to the minute. */
export type Session = {
  readonly id: string;
  readonly agent: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
};

const MAX_AGENT = 300;

type SessionDeps = {
  readonly sql: Sql;
  readonly secret: Secret;
  readonly newId: NewId;
  readonly random: Random;
  readonly now: Time['now'];
};

/** Sessions end after 7 days without use; their token is known to the browser alone. */
export const openSessions = ({ sql, secret, newId, random, now }: SessionDeps) => {
  const hashOf = (token: string) => secret.hmac('session', token).toString('base64url');
  const expiry = () => new Date(now().getTime() + IDLE_MS);

  /** Finds a session that lives, and notes its use, once a minute at most. */
  const use = async (condition: string, value: string): Promise<Identity | null> => {
    const [row] = await sql.query<SessionRow>(selectWhere(condition), [value, now()]);
    if (!row) return null;
    const expiresAt = expiry();
    if (expiresAt.getTime() - row.expires_at.getTime() >= TOUCH_MS) {
      await sql.query('update sessions set expires_at = $2 where id = $1', [row.id, expiresAt]);
    }
    return {
      userId: row.user_id,
      username: row.username,
      isAdmin: row.is_admin,
      scopes: scopesOf({ isAdmin: row.is_admin }),
      via: 'session',
      sessionId: row.id,
    };
  };

  return {
    hashOf,
    byHash: (hash: string) => use('s.token_hash = $1', hash),
    byId: (id: string) => use('s.id = $1', id),

    /** Resolves to the token. */
    async start(userId: string, agent = ''): Promise<string> {
      const token = Buffer.from(random(32)).toString('base64url');
      await sql.query('delete from sessions where expires_at <= $1', [now()]);
      await sql.query(
        'insert into sessions (id, user_id, token_hash, agent, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
        [newId(), userId, hashOf(token), agent.slice(0, MAX_AGENT), now(), expiry()],
      );
      return token;
    },

    /** A user's, the one last used first. */
    async list(userId: string): Promise<Session[]> {
      const rows = await sql.query<{ id: string; agent: string; created_at: Date; expires_at: Date }>(
        `select id, agent, created_at, expires_at from sessions where user_id = $1 and expires_at > $2
          order by expires_at desc, id`,
        [userId, now()],
      );
      return rows.map(({ id, agent, created_at: createdAt, expires_at: expiresAt }) => ({
        id,
        agent,
        createdAt,
        lastUsedAt: new Date(expiresAt.getTime() - IDLE_MS),
      }));
    },

    /** @throws TurnlogError NOT_FOUND for an id that isn't one of this user's sessions */
    async revoke(userId: string, id: string): Promise<void> {
      const revoked = z.guid().safeParse(id).success
        ? await sql.query('delete from sessions where id = $1 and user_id = $2 returning id', [id, userId])
        : [];
      if (revoked.length === 0) throw new TurnlogError('NOT_FOUND', 'not found');
    },

    async end(id: string): Promise<void> {
      await sql.query('delete from sessions where id = $1', [id]);
    },
  };
};
