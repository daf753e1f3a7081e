import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { createUser } from '../../server/auth/users.ts';
import { openPostgres } from '../../server/sql/pg.ts';
import { startTestApp, type TestApp } from './app.ts';
import { freshDatabase } from './sql.ts';

const PASSWORD = 'correct-horse-battery';

const signInAt = async (url: string, username: string): Promise<string> => {
  const response = await fetch(`${url}/api/auth/local-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`no session: ${response.status}`);
  return cookie;
};

/** Somebody who is signed in, and what she asks. */
export const openPerson = (url: string, username: string, headers: Record<string, string>, id: string) => {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { ...headers, ...init.headers } });
  return {
    id,
    username,
    headers,
    send,
    /** Elsewhere: a session of its own. Resolves to its cookie. */
    signInAgain: () => signInAt(url, username),
    /** With a JSON body. */
    sendJson: (method: string, path: string, body: unknown, more: Record<string, string> = {}) =>
      send(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...more } }),
  };
};
export type Person = ReturnType<typeof openPerson>;

/** The app on a Postgres of its own, where more people than the administrator can be. */
export const startAppWithPeople = async (env: Record<string, string> = {}) => {
  const database = await freshDatabase();
  const app: TestApp = await startTestApp({ DATABASE_URL: database.url, RATE_LIMITS: 'user=0,address=0', ...env });
  const sql = openPostgres(database.url);
  return {
    app,
    sql,
    async signIn(username: string, { isAdmin = false } = {}): Promise<Person> {
      const deps = { sql, newId: uuidv7, random: randomBytes, now: () => new Date() };
      const { id } = await createUser(deps, { username, password: PASSWORD, isAdmin });
      const cookie = await signInAt(app.url, username);
      return openPerson(app.url, username, { cookie }, id);
    },
    async close() {
      await app.close();
      await sql.close();
      await database.drop();
    },
  };
};
