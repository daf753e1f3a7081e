import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAppWithPeople } from '../support/people.ts';

const OLD = 'correct-horse-battery';
const NEW = 'staple and a new horse';

let house: Awaited<ReturnType<typeof startAppWithPeople>>;
beforeAll(async () => {
  house = await startAppWithPeople();
});
afterAll(() => house.close());

const change = (given: object, headers: Record<string, string>) =>
  fetch(`${house.app.url}/api/auth/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(given),
  });
const me = async (headers: Record<string, string>) => (await fetch(`${house.app.url}/api/me`, { headers })).status;
const login = async (username: string, password: string) => {
  const body = JSON.stringify({ username, password });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  return (await fetch(`${house.app.url}/api/auth/local-login`, init)).status;
};

describe("one's own password", () => {
  it('is changed by who knows it, and ends every other session of that user alone', async () => {
    const [ada, bob] = [await house.signIn('ada'), await house.signIn('bob')];
    const elsewhere = { cookie: await ada.signInAgain() };
    expect(await me(elsewhere)).toBe(200);
    expect((await change({ current: OLD, password: NEW }, ada.headers)).status).toBe(200);
    expect([await me(ada.headers), await me(elsewhere), await me(bob.headers)]).toEqual([200, 401, 200]);
    expect([await login('ada', OLD), await login('ada', NEW), await login('bob', OLD)]).toEqual([401, 200, 200]);
  });

  it('stays where the present one is wrong, or the new one will not do', async () => {
    const eve = await house.signIn('eve');
    const other = { cookie: await eve.signInAgain() };
    const answers = [
      [{ current: 'wrong', password: NEW }, 403, 'the current password is wrong'],
      [{ current: OLD, password: 'short' }, 400, 'a password has 8 to 1024 characters'],
      [{ current: OLD, password: 'password123' }, 400, expect.stringContaining('first that anybody tries')],
      [{ current: OLD }, 400, expect.stringContaining('password')],
    ] as const;
    for (const [given, status, error] of answers) {
      const response = await change(given, eve.headers);
      expect([response.status, await response.json()]).toEqual([status, { error }]);
    }
    expect([await me(eve.headers), await me(other), await login('eve', OLD)]).toEqual([200, 200, 200]);
  });

  it('is not guessed: tries are bounded as those of signing in are', async () => {
    const max = await house.signIn('max');
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1)
      statuses.push((await change({ current: `guess ${n}`, password: NEW }, max.headers)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
    expect((await change({ current: OLD, password: NEW }, max.headers)).headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('is changed by a session alone', async () => {
    const una = await house.signIn('una');
    const made = await una.sendJson('POST', '/graphql', { query: 'mutation { createApiToken(name: "x") { token } }' });
    const { token } = (await made.json()).data.createApiToken;
    expect((await change({ current: OLD, password: NEW }, { authorization: `Bearer ${token}` })).status).toBe(403);
    expect((await change({ current: OLD, password: NEW }, {})).status).toBe(401);
    expect(
      (await change({ current: OLD, password: NEW }, { ...una.headers, origin: 'https://evil.example' })).status,
    ).toBe(403);
    expect(await login('una', OLD)).toBe(200);
  });
});
