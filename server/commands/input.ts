import type { z } from 'zod';
import { TurnlogError } from '../errors.ts';

/** What the schema makes of the input. @throws TurnlogError VALIDATION that says what is wrong, field by field */
export const parseInput = <T>(schema: z.ZodType<T>, input: unknown, name = ''): T => {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) =>
    [[name, ...path].filter((part) => part !== '').join('.'), message].filter(Boolean).join(': '),
  );
  throw new TurnlogError('VALIDATION', wrong.join('; '));
};
