import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSecret } from '../../server/auth/secret.ts';
import { createUser, ensureAdmin, findUser } from '../../server/auth/users.ts';
import { ada, address, authFixture, kinds } from './auth-fixture.ts';

describe.each(kinds)('users on %s', (kind) => {
  const { sql, deps, open } = authFixture(kind);

  describe('the secret', () => {
    it('is made once for all processes, and differs by purpose', async () => {
      const secrets = await Promise.all([1, 2, 3].map(() => openSecret(sql(), { random: randomBytes })));
      const macs = secrets.map((secret) => secret.hmac('session', 'x').toString('hex'));
      expect(new Set(macs).size).toBe(1);
      expect(macs[0]).toMatch(/^[0-9a-f]{64}$/);
      expect(secrets[0]?.hmac('idempotency', 'x').toString('hex')).not.toBe(macs[0]);
      expect(secrets[0]?.hmac('session', 'a', 'bc')).not.toEqual(secrets[0]?.hmac('session', 'ab', 'c'));
    });

    it('that is configured wins and is not stored', async () => {
      const [one, two] = await Promise.all(
        ['first secret', 'other secret'].map((configured) => openSecret(sql(), { configured, random: randomBytes })),
      );
      expect(one?.hmac('p')).not.toEqual(two?.hmac('p'));
      expect(await sql().query('select 1 from secrets')).toEqual([]);
    });
  });

  describe('users', () => {
    it('have names that are unique without regard to case, and found so', async () => {
      const user = await createUser(deps(), { ...ada, username: 'Ægir' });
      expect(user).toMatchObject({ username: 'Ægir', isAdmin: false });
      await expect(createUser(deps(), { ...ada, username: 'ÆGIR' })).rejects.toMatchObject({ code: 'REJECTED' });
      expect(await findUser(sql(), 'æGIR')).toMatchObject(user);
      await expect(createUser(deps(), { ...ada, username: 'two words' })).rejects.toMatchObject({ code: 'VALIDATION' });
    });

    it.each(['nobody', '', 'a\u0000b', '\ud800', 'x'.repeat(10_000)])('are not found by %j', async (name) => {
      expect(await findUser(sql(), name)).toBeNull();
    });
  });

  describe('the administrator', () => {
    const signsIn = async (password: string) =>
      (await (await open()).login({ username: 'admin', password, address }))?.user;

    it('is created with a generated password, shown once', async () => {
      const first = await ensureAdmin(deps(), { adminUsername: 'admin' });
      expect(first.generatedPassword).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){4}$/);
      expect(await signsIn(first.generatedPassword ?? '')).toMatchObject({ username: 'admin', isAdmin: true });
      expect(await ensureAdmin(deps(), { adminUsername: 'Admin' })).toEqual({ username: 'admin' });
    });

    it('is created once by processes that start together', async () => {
      const starts = await Promise.all([1, 2, 3].map(() => ensureAdmin(deps(), { adminUsername: 'admin' })));
      expect(starts.filter(({ generatedPassword }) => generatedPassword)).toHaveLength(1);
    });

    it('takes a password configured later, which ends the sessions', async () => {
      const config = { adminUsername: 'admin', adminPassword: 'first horse' };
      expect(await ensureAdmin(deps(), config)).toEqual({ username: 'admin' });
      expect(await signsIn('first horse')).toBeDefined();
      await ensureAdmin(deps(), config);
      expect(await sql().query('select 1 from sessions')).toHaveLength(1);
      await ensureAdmin(deps(), { ...config, adminPassword: 'second horse' });
      expect(await sql().query('select 1 from sessions')).toHaveLength(0);
      expect(await signsIn('first horse')).toBeUndefined();
      expect(await signsIn('second horse')).toBeDefined();
    });

    it('may be a user who was there before', async () => {
      await createUser(deps(), ada);
      await ensureAdmin(deps(), { adminUsername: 'ada' });
      expect(await findUser(sql(), 'ada')).toMatchObject({ isAdmin: true });
    });
  });
});
