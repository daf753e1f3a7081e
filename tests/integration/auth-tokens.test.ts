import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { createUser } from '../../server/auth/users.ts';
import { ada, authFixture, kinds } from './auth-fixture.ts';

const bearing = (token: string) => ({ headers: new Headers({ authorization: `Bearer ${token}` }) });

describe.each(kinds)('an API token on %s', (kind) => {
  const { sql, now, pass, deps, signedIn } = authFixture(kind);

  it('is a bearer credential of its user, shown once and kept as a hash', async () => {
    const { auth, user, identity } = await signedIn();
    const { token, ...created } = await auth.createApiToken(identity, ' laptop ');
    expect(token).toMatch(/^tl_[\w-]{43}$/);
    expect(created).toEqual({
      id: expect.any(String),
      name: 'laptop',
      scopes: ['chat'],
      createdAt: now(),
      lastUsedAt: null,
    });
    expect(await auth.apiTokens(user.id)).toEqual([created]);
    expect(JSON.stringify(await sql().query('select * from api_tokens'))).not.toContain(token);
    expect(await auth.authenticate(bearing(token))).toMatchObject({
      userId: user.id,
      via: 'token',
      tokenId: created.id,
    });
    expect(await auth.apiTokens(user.id)).toEqual([{ ...created, lastUsedAt: now() }]);
  });

  it('that is wrong is nobody, even beside a good cookie', async () => {
    const { auth, token, cookie } = await signedIn();
    for (const wrong of ['', 'tl_', 'tl_abc', token]) expect(await auth.authenticate(bearing(wrong))).toBeNull();
    cookie.headers.set('authorization', 'Bearer tl_abc');
    expect(await auth.authenticate(cookie)).toBeNull();
  });

  it.each(['', '   ', 'a\u0000b', 'x'.repeat(101)])('is not named %j', async (name) => {
    const { auth, identity } = await signedIn();
    await expect(auth.createApiToken(identity, name)).rejects.toMatchObject({ code: 'VALIDATION' });
  });

  it('can do what it was made for, and never more than its maker and its user today', async () => {
    const { auth, user, identity, cookie } = await signedIn();
    for (const scopes of [[], ['audit'], ['chat', 'admin']] as const) {
      const code = scopes.length === 0 ? 'VALIDATION' : 'FORBIDDEN';
      await expect(auth.createApiToken(identity, 'x', scopes)).rejects.toMatchObject({ code });
    }
    await sql().query('update users set is_admin = true where id = $1', [user.id]);
    pass(3_001);
    const admin = await auth.authenticate(cookie);
    if (!admin) throw new Error('not known');
    const { token } = await auth.createApiToken(admin, 'x', ['admin', 'audit', 'audit']);
    const made = await auth.authenticate(bearing(token));
    expect(made?.scopes).toEqual(['audit', 'admin']);
    await sql().query('update users set is_admin = false where id = $1', [user.id]);
    pass(3_001);
    expect((await auth.authenticate(bearing(token)))?.scopes).toEqual([]);
  });

  it('ends at once when its owner revokes it; nobody else can', async () => {
    const { auth, user, identity: owner } = await signedIn();
    const other = await createUser(deps(), { ...ada, username: 'bob' });
    const { id, token } = await auth.createApiToken(owner, 'laptop');
    const identity = await auth.authenticate(bearing(token));
    if (!identity) throw new Error('not known');
    const watch = auth.watchIdentity(identity, new AbortController().signal);
    for (const [who, what] of [
      [other.id, id],
      [user.id, uuidv7()],
      [user.id, 'nonsense'],
    ] as const) {
      await expect(auth.revokeApiToken(who, what)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await auth.isAlive(identity)).toBe(true);
    await auth.revokeApiToken(user.id, id);
    await watch;
    expect(await auth.authenticate(bearing(token))).toBeNull();
    expect(await auth.isAlive(identity)).toBe(false);
  });
});
