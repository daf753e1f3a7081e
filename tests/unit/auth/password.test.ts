import { randomBytes } from 'node:crypto';
import { parseOptions } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { generatePassword, hashPassword, verifyPassword } from '../../../server/auth/password.ts';
import { username, usernameKey } from '../../../server/auth/username.ts';

const ARGON2ID = 2;

describe('a password', () => {
  it('is hashed by argon2id, with a salt of its own', async () => {
    const [one, two] = [
      await hashPassword('correct horse', randomBytes),
      await hashPassword('correct horse', randomBytes),
    ];
    expect(one).not.toBe(two);
    expect(parseOptions(one)).toMatchObject({ algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, saltLen: 16 });
    expect(await verifyPassword(one, 'correct horse')).toBe(true);
    expect(await verifyPassword(one, 'correct horsf')).toBe(false);
  });

  it('is the same however its accents are typed', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9', randomBytes), 'cafe\u0301')).toBe(true);
  });

  it('that is generated uses every letter, and no two that look alike', () => {
    expect(generatePassword((bytes) => Uint8Array.from({ length: bytes }, (_, i) => i))).toBe(
      '0123-4567-89ab-cdef-ghjk',
    );
    expect(generatePassword((bytes) => new Uint8Array(bytes).fill(255))).toBe('zzzz-zzzz-zzzz-zzzz-zzzz');
    expect(generatePassword(randomBytes)).not.toBe(generatePassword(randomBytes));
  });
});

describe('a username', () => {
  it.each(['ada', 'Ada.Lovelace', 'ada@example.com', 'Ægir', '张伟', 'a'.repeat(64)])('may be %s', (name) => {
    expect(username.parse(name)).toBe(name);
  });

  it.each(['', ' ', 'two words', 'a\u0000', 'a\ud800', 'a\u202eb', 'a/b', 'a'.repeat(65)])('may not be %j', (name) => {
    expect(username.safeParse(name).success).toBe(false);
  });

  it('is compared without regard to case or form', () => {
    expect(usernameKey('ÆGIR')).toBe(usernameKey('ægir'));
    expect(usernameKey('Ａｄａ')).toBe(usernameKey('ada'));
    expect(usernameKey('Jose\u0301')).toBe(usernameKey('JOS\u00c9'));
  });
});
