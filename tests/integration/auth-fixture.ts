import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openAuth } from '../../server/auth/auth.ts';
import { openSecret } from '../../server/auth/secret.ts';
import { createUser } from '../../server/auth/users.ts';
import { migrate } from '../../server/sql/migrate.ts';
import { openPostgres } from '../../server/sql/pg.ts';
import { openPglite } from '../../server/sql/pglite.ts';
import type { Sql } from '../../server/sql/sql.ts';

const openers = { pglite: () => openPglite(), postgres: async () => openPostgres(process.env.TEST_DATABASE_URL ?? '') };
export const kinds = ['pglite', 'postgres'] as const;

export const ada = { username: 'Ada', password: 'correct horse' };
export const address = '203.0.113.9';

/** A database without users for each test, and a clock that stands until it is moved. Call it inside `describe`. */
export const authFixture = (kind: keyof typeof openers) => {
  let sql: Sql;
  let time = 0;
  beforeAll(async () => {
    sql = await openers[kind]();
    await migrate(sql);
  });
  afterAll(() => sql.close());
  beforeEach(async () => {
    time = Date.parse('2030-01-01T00:00:00Z');
    await sql.script('truncate users, secrets cascade');
  });

  const now = () => new Date(time);
  const deps = () => ({ sql, newId: uuidv7, random: randomBytes, now });
  const open = async (options: { recheckMs?: number; sql?: Sql } = {}) =>
    openAuth({ ...deps(), secret: await openSecret(sql, { random: randomBytes }), ...options });

  return {
    sql: () => sql,
    now,
    pass: (ms: number) => {
      time += ms;
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
