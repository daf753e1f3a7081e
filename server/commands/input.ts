import type { z } from 'zod';
import { invalid } from '../errors.ts';

/** What the schema makes of the input. @throws TurnlogError VALIDATION that says what is wrong, field by field */
export const parseInput = <T>(schema: z.ZodType<T>, input: unknown, name = ''): T => {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues, name);
};
