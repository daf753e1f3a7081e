import { describe, expect, it } from 'vitest';
import { createUser } from '../../server/auth/users.ts';
import { ada, address, authFixture, kinds } from './auth-fixture.ts';

const HOUR = 60 * 60 * 1000;
const bob = { username: 'Bob', password: 'battery staple' };

describe.each(kinds)('an invitation on %s', (kind) => {
  const { sql, pass, open, signedIn } = authFixture(kind);
  const cookieOf = (token: string) => ({ headers: new Headers({ cookie: `turnlog_session=${token}` }) });

  it('makes one account, signs in, and is kept as a hash only', async () => {
    const { auth } = await signedIn();
    const { invitation, token } = await auth.invite({ isAdmin: true });
    expect(invitation).toMatchObject({ username: null, isAdmin: true });
    expect(await auth.invitations()).toEqual([invitation]);
    expect(JSON.stringify(await sql().query('select * from invitations'))).not.toContain(token);
    const accepted = await auth.acceptInvitation(token, bob);
    expect(accepted.user).toMatchObject({ username: 'Bob', isAdmin: true });
    expect(await auth.authenticate(cookieOf(accepted.token))).toMatchObject({ username: 'Bob', isAdmin: true });
    await expect(auth.acceptInvitation(token, { ...bob, username: 'Eve' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await auth.invitations()).toEqual([]);
  });

  it('is good for one of two who come at once', async () => {
    const { auth } = await signedIn();
    const { token } = await auth.invite({ isAdmin: false });
    const both = await Promise.allSettled(
      ['b1', 'b2'].map((username) => auth.acceptInvitation(token, { ...bob, username })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await auth.accounts()).toHaveLength(2);
  });

  it('stays good where the name or the password won’t do', async () => {
    const { auth } = await signedIn();
    const { token } = await auth.invite({ isAdmin: false });
    const tries = [
      [{ ...bob, username: 'ADA' }, 'REJECTED'],
      [{ ...bob, username: 'two words' }, 'VALIDATION'],
      [{ password: bob.password }, 'VALIDATION'],
      [{ ...bob, password: 'short' }, 'VALIDATION'],
    ] as const;
    for (const [given, code] of tries)
      await expect(auth.acceptInvitation(token, given)).rejects.toMatchObject({ code });
    expect((await auth.acceptInvitation(token, bob)).user.username).toBe('Bob');
  });

  it('ends after seven days, or when it is revoked', async () => {
    const { auth } = await signedIn();
    const late = await auth.invite({ isAdmin: false });
    pass(7 * 24 * HOUR);
    await expect(auth.readInvitation(late.token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { invitation, token } = await auth.invite({ isAdmin: false });
    await auth.revokeInvitation(invitation.id);
    await expect(auth.acceptInvitation(token, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const id of [invitation.id, 'nonsense']) {
      await expect(auth.revokeInvitation(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('makes no account where sign-up is off, but still sets a password', async () => {
    const { user } = await signedIn();
    let isOpen = true;
    const auth = await open({ mayJoin: async () => isOpen });
    const { token } = await auth.invite({ isAdmin: false });
    isOpen = false;
    await expect(auth.invite({ isAdmin: false })).rejects.toMatchObject({ code: 'REJECTED' });
    await expect(auth.acceptInvitation(token, bob)).rejects.toMatchObject({ code: 'REJECTED' });
    const reset = await auth.inviteToSetPassword(user.id);
    expect((await auth.acceptInvitation(reset.token, { password: 'another battery' })).user.id).toBe(user.id);
  });

  it('to set a password ends every session, and the old password', async () => {
    const { auth, user, cookie, identity } = await signedIn();
    const first = await auth.inviteToSetPassword(user.id);
    const { token } = await auth.inviteToSetPassword(user.id);
    await expect(auth.readInvitation(first.token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await auth.readInvitation(token)).toMatchObject({ username: 'Ada' });
    const watch = auth.watchIdentity(identity, new AbortController().signal);
    const accepted = await auth.acceptInvitation(token, { username: 'Mallory', password: 'another battery' });
    expect(accepted.user).toMatchObject({ id: user.id, username: 'Ada' });
    await watch;
    expect(await auth.authenticate(cookie)).toBeNull();
    expect(await auth.authenticate(cookieOf(accepted.token))).toMatchObject({ username: 'Ada' });
    expect(await auth.login({ ...ada, address })).toBeNull();
    expect(await auth.login({ ...ada, password: 'another battery', address })).not.toBeNull();
  });
});

describe.each(kinds)('a user on %s', (kind) => {
  const { deps, signedIn } = authFixture(kind);

  it('who is disabled is out at once, with session and token, and comes back when enabled', async () => {
    const { auth, user, cookie, identity } = await signedIn();
    const root = await createUser(deps(), { username: 'root', password: 'a root password', isAdmin: true });
    const by = { ...identity, userId: root.id };
    const { token } = await auth.createApiToken(identity, 'script');
    const bearer = { headers: new Headers({ authorization: `Bearer ${token}` }) };
    const tokenIdentity = await auth.authenticate(bearer);
    if (!tokenIdentity) throw new Error('not known');
    const watches = [identity, tokenIdentity].map((one) => auth.watchIdentity(one, new AbortController().signal));
    expect((await auth.changeAccount(by, user.id, { isDisabled: true })).disabledAt).not.toBeNull();
    await Promise.all(watches);
    expect(await auth.authenticate(cookie)).toBeNull();
    expect(await auth.authenticate(bearer)).toBeNull();
    expect(await auth.login({ ...ada, address })).toBeNull();
    await auth.changeAccount(by, user.id, { isDisabled: false });
    expect(await auth.authenticate(bearer)).toMatchObject({ username: 'Ada' });
    expect(await auth.login({ ...ada, address })).not.toBeNull();
  });

  it('gets another role and signs in anew; nobody does that to oneself', async () => {
    const { auth, user, cookie, identity } = await signedIn();
    const root = await createUser(deps(), { username: 'root', password: 'a root password', isAdmin: true });
    const by = { ...identity, userId: root.id };
    expect(await auth.changeAccount(by, user.id, { isAdmin: true })).toMatchObject({ isAdmin: true });
    expect(await auth.authenticate(cookie)).toBeNull();
    const refused = auth.changeAccount(by, root.id, { isAdmin: false });
    await expect(refused).rejects.toMatchObject({ code: 'REJECTED' });
    await expect(auth.changeAccount(by, 'nonsense', { isAdmin: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('sees where one is signed in and signs out there; nobody else can', async () => {
    const { auth, user, identity, cookie } = await signedIn();
    const other = await createUser(deps(), { ...ada, username: 'bob' });
    await auth.login({ ...ada, address, agent: 'Firefox' });
    const [one] = (await auth.sessions(user.id)).filter(({ agent }) => agent === 'Firefox');
    expect(await auth.sessions(user.id)).toHaveLength(2);
    if (identity.via !== 'session') throw new Error('not a session');
    for (const [who, what] of [
      [other.id, identity.sessionId],
      [user.id, 'nonsense'],
    ] as const) {
      await expect(auth.revokeSession(who, what)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await auth.revokeSession(user.id, identity.sessionId);
    expect(await auth.authenticate(cookie)).toBeNull();
    expect((await auth.sessions(user.id)).map(({ id }) => id)).toEqual([one?.id]);
  });
});
