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

type Opened = { sql: Sql; close: () => Promise<void> };

/** A database of its own in the Postgres at TEST_DATABASE_URL. */
const openFreshPostgres = async (): Promise<Opened> => {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set');
  const name = `auth_${randomBytes(8).toString('hex')}`;
  const admin = openPostgres(url);
  await admin.script(`create database ${name}`);
  const sql = openPostgres(Object.assign(new URL(url), { pathname: `/${name}` }).href);
  const close = async () => {
    await sql.close();
    await admin.script(`drop database ${name}`);
    await admin.close();
  };
  return { sql, close };
};

const openers = {
  pglite: async (): Promise<Opened> => {
    const sql = await openPglite();
    return { sql, close: () => sql.close() };
  },
  postgres: openFreshPostgres,
};
export const kinds = ['pglite', 'postgres'] as const;

export const ada = { username: 'Ada', password: 'correct horse' };
export const address = '203.0.113.9';

/** A database without users for each test, and a clock that stands until it is moved. Call it inside `describe`. */
export const authFixture = (kind: keyof typeof openers) => {
  let sql: Sql;
  let close = async () => {};
  let time = 0;
  beforeAll(async () => {
    ({ sql, close } = await openers[kind]());
    await migrate(sql);
  });
  afterAll(() => close());
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
