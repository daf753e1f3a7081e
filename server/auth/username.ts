import { z } from 'zod';

/** As it is shown: 1 to 64 letters, digits and `. _ @ + -`. */
export const username = z
  .string()
  .transform((name) => name.normalize('NFKC'))
  .pipe(z.string().regex(/^[\p{L}\p{M}\p{N}._@+-]{1,64}$/u, '1 to 64 letters, digits or . _ @ + -'));

/** As it is compared. Lower case is taken here, since databases differ in what they lower. */
export const usernameKey = (name: string): string => name.normalize('NFKC').toLowerCase().normalize('NFKC');
