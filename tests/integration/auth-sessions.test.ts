import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openAuth } from '../../server/auth/auth.ts';
import { openSecret } from '../../server/auth/secret.ts';
import { createUser } from '../../server/auth/users.ts';
import type { Row, Sql } from '../../server/sql/sql.ts';
import { ada, address, authFixture, kinds } from './auth-fixture.ts';

const DAY = 24 * 60 * 60 * 1000;

describe.each(kinds)('a session on %s', (kind) => {
  const { sql, now, pass, setClock, deps, open, signedIn } = authFixture(kind);

  it('is what a right password gives, and nothing else does', async () => {
    const { auth, user, identity } = await signedIn();
    expect(identity).toEqual({
      userId: user.id,
      username: 'Ada',
      isAdmin: false,
      scopes: ['chat'],
      via: 'session',
      sessionId: expect.any(String),
    });
    expect(await auth.login({ ...ada, password: 'wrong', address })).toBeNull();
    expect(await auth.login({ ...ada, username: 'nobody', address })).toBeNull();
    for (const cookie of ['', 'turnlog_session=', 'turnlog_session=abc', `turnlog_session=${identity.userId}`]) {
      expect(await auth.authenticate({ headers: new Headers({ cookie }) })).toBeNull();
    }
  });

  it('is kept as a keyed hash only', async () => {
    const { token, cookie } = await signedIn();
    expect(JSON.stringify(await sql().query('select * from sessions'))).not.toContain(token);
    const other = await openAuth({
      ...deps(),
      secret: await openSecret(sql(), { configured: 'another', random: randomBytes }),
    });
    expect(await other.authenticate(cookie)).toBeNull();
  });

  it('ends after seven days without use, and lives as long as it is used', async () => {
    const { auth, cookie, identity } = await signedIn();
    for (let week = 0; week < 3; week += 1) {
      pass(6 * DAY);
      expect(await auth.authenticate(cookie)).toEqual(identity);
      pass(6 * DAY);
      expect(await auth.isAlive(identity)).toBe(true);
    }
    pass(7 * DAY);
    expect(await auth.authenticate(cookie)).toBeNull();
    expect(await auth.isAlive(identity)).toBe(false);
    await auth.login({ ...ada, address });
    expect(await sql().query('select 1 from sessions')).toHaveLength(1);
  });

  it('is noted as used once a minute at most', async () => {
    const { auth, cookie } = await signedIn();
    const expiry = async () =>
      (await sql().query<{ expires_at: Date }>('select expires_at from sessions'))[0]?.expires_at;
    const before = await expiry();
    pass(59_000);
    await auth.authenticate(cookie);
    expect(await expiry()).toEqual(before);
    pass(5_000);
    await auth.authenticate(cookie);
    expect(await expiry()).toEqual(new Date(now().getTime() + 7 * DAY));
  });

  it('ends at once by logout, for everybody who watches', async () => {
    const { auth, cookie, identity } = await signedIn();
    const stop = new AbortController();
    const watch = auth.watchIdentity(identity, stop.signal);
    await auth.logout(identity);
    await watch;
    expect(stop.signal.aborted).toBe(false);
    expect(await auth.authenticate(cookie)).toBeNull();
    await auth.watchIdentity(identity, stop.signal);
  });

  it('that another process ends is no more after seconds, and watchers hear of it', async () => {
    const { auth, cookie, identity } = await signedIn({ recheckMs: 50 });
    const watch = auth.watchIdentity(identity, new AbortController().signal);
    await (await open()).logout(identity);
    await watch;
    pass(3_001);
    expect(await auth.authenticate(cookie)).toBeNull();
  });

  it('that another process ends is no more after seconds, though the clock is set back meanwhile', async () => {
    const { auth, cookie, identity } = await signedIn();
    await (await open()).logout(identity);
    setClock(-DAY);
    pass(3_001);
    expect(await auth.authenticate(cookie)).toBeNull();
  });

  it('that ends while it is looked up is not remembered', async () => {
    let afterLookup = async () => {};
    const slow: Sql = {
      ...sql(),
      async query<R extends Row>(text: string, values?: readonly unknown[]) {
        const rows = await sql().query<R>(text, values);
        if (text.includes('from sessions s')) await afterLookup();
        return rows;
      },
    };
    const { auth, cookie, identity } = await signedIn({ sql: slow });
    pass(3_001);
    afterLookup = () => auth.logout(identity);
    expect(await auth.authenticate(cookie)).toEqual(identity);
    expect(await auth.authenticate(cookie)).toBeNull();
  });

  it('an unknown user costs the time of a wrong password', async () => {
    const auth = await open();
    await createUser(deps(), ada);
    const timed = async (username: string) => {
      const start = performance.now();
      await auth.login({ username, password: 'wrong', address: randomBytes(4).join('.') });
      return performance.now() - start;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      known.push(await timed('ada'));
      unknown.push(await timed('nobody'));
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[3] ?? 0;
    expect(median(unknown) / median(known)).toBeGreaterThan(1 / 3);
    expect(median(unknown) / median(known)).toBeLessThan(3);
  });
});
