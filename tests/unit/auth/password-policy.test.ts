import { describe, expect, it } from 'vitest';
import { generatePassword } from '../../../server/auth/password.ts';
import { checkNewPassword } from '../../../server/auth/password-policy.ts';

describe('a new password', () => {
  it.each(['correct horse', 'ада-лавлейс', '🐎🐎 horse battery', `${'x'.repeat(20)}abcd`, 'Ada likes tea'])(
    'may be %j',
    (password) => expect(() => checkNewPassword(password, 'Ada')).not.toThrow(),
  );

  it('may be a generated one', () => {
    const random = (bytes: number) => Uint8Array.from({ length: bytes }, (_, index) => index * 37);
    expect(() => checkNewPassword(generatePassword(random), 'admin')).not.toThrow();
  });

  it.each([
    ['short', '8 to 1024 characters'],
    ['🐎🐎🐎🐎', '8 to 1024 characters'],
    ['x'.repeat(1025), '8 to 1024 characters'],
    ['aaaabbbb', 'at least 5 different characters'],
    ['Password123', 'among the first'],
    ['ＰＡＳＳＷＯＲＤ１', 'among the first'],
    ['Lovelace', 'not made of the username'],
    ['lovelaceLOVELACE12', 'not made of the username'],
  ])('is not %j', (password, why) => expect(() => checkNewPassword(password, 'LoveLace')).toThrow(why));
});
