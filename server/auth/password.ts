import { hash, verify } from '@node-rs/argon2';
import type { Random } from './identity.ts';

/** argon2id (the library's default algorithm) with 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string, random: Random): Promise<string> =>
  hash(password.normalize('NFKC'), { ...cost, salt: random(16) });

export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password.normalize('NFKC'));

const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** 100 bits in five groups of letters that can't be mistaken for one another. */
export const generatePassword = (random: Random): string =>
  Array.from(random(20), (byte, index) => (index > 0 && index % 4 === 0 ? '-' : '') + letters.charAt(byte % 32)).join(
    '',
  );
