import { TurnlogError } from '../errors.ts';
import { usernameKey } from './username.ts';

const MIN = 8;
const MAX = 1024;
const MIN_DIFFERENT = 5;

/** What everybody tries first, apart from what is too short or too even anyway. */
const wellKnown = new Set(
  `password passw0rd password1 password12 password123 password1234 p@ssword p@ssw0rd 12345678 123456789 1234567890
  123123123 87654321 987654321 0987654321 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc qazwsxedc zaq12wsx qwertyui
  qwertyuiop qwerty12 qwerty123 qwerty1234 qwertz123 azertyuiop asdfghjkl abcd1234 abc12345 abcdefgh abcdefghi a1b2c3d4
  iloveyou sunshine princess football baseball superman trustno1 starwars whatever welcome1 welcome123 letmein1
  letmein123 changeme changeme1 changeme123 admin123 admin1234 administrator computer internet michelle jennifer
  charlie1 dragon123 monkey123 master123 secret123 test1234 testtest turnlog1 turnlog123`.split(/\s+/),
);

/**
 * What a new password must be: long enough and not among the first guesses; no rules of composition.
 * @throws TurnlogError VALIDATION that says what is wrong
 */
export const checkNewPassword = (password: string, username: string): void => {
  const refuse = (message: string): never => {
    throw new TurnlogError('VALIDATION', message);
  };
  const letters = [...password.normalize('NFKC')];
  const lower = password.normalize('NFKC').toLowerCase();
  if (letters.length < MIN || letters.length > MAX) refuse(`a password has ${MIN} to ${MAX} characters`);
  if (new Set(letters).size < MIN_DIFFERENT) refuse(`a password has at least ${MIN_DIFFERENT} different characters`);
  if (wellKnown.has(lower)) refuse('this password is among the first that anybody tries: choose another');
  if (lower.replaceAll(usernameKey(username), '').length < MIN / 2) refuse('a password is not made of the username');
};
