import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openAuth } from '../../server/auth/auth.ts';
import { openSecret } from '../../server/auth/secret.ts';
import { createUser } from '../../server/auth/users.ts';
import type { Sql } from '../../server/sql/sql.ts';
import { injected } from '../support/injected.ts';
import { type DatabaseName, databases, openDatabase } from '../support/sql.ts';

export const kinds = databases.map(([name]) => name);

export const ada = { username: 'Ada', password: 'correct horse' };
export const address = '203.0.113.9';

/** A database without users for each test, and a clock that stands until it is moved. Call it inside `describe`. */
export const authFixture = (kind: DatabaseName) => {
  let sql: Sql;
  let close = async () => {};
  let clock = 0;
  let elapsed = 0;
  beforeAll(async () => {
    ({ sql, close } = await openDatabase(kind));
  });
  afterAll(() => close());
  beforeEach(async () => {
    clock = Date.parse('2030-01-01T00:00:00Z');
    elapsed = 1_000;
    await sql.script('truncate users, secrets cascade');
  });

  const now = () => new Date(clock);
  const deps = () => ({ ...injected, sql, random: randomBytes, now, elapsed: () => elapsed });
  const open = async (options: { recheckMs?: number; sql?: Sql; mayJoin?: () => Promise<boolean> } = {}) =>
    openAuth({ ...deps(), secret: await openSecret(sql, { random: randomBytes }), ...options });

  return {
    sql: () => sql,
    now,
    pass: (ms: number) => {
      clock += ms;
      elapsed += ms;
    },
    /** Somebody sets the clock; no time passes. */
    setClock: (ms: number) => {
      clock += ms;
    },
    deps,
    open,
    /** Ada, signed in by session. */
    async signedIn(options: { recheckMs?: number; sql?: Sql } = {}) {
      const auth = await open(options);
      const user = await createUser(deps(), ada);
      const { token } = (await auth.login({ ...ada, address })) ?? { token: '' };
      const cookie = { headers: new Headers({ cookie: `turnlog_session=${token}` }) };
      const identity = await auth.authenticate(cookie);
      if (!identity) throw new Error('not signed in');
      return { auth, user, token, cookie, identity };
    },
  };
};
