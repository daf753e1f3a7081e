import type { z } from 'zod';
import { invalid } from '../errors.ts';

/** What the schema makes of the input. @throws TurnlogError VALIDATION that says what is wrong, field by field */
export const parseInput = <T>(schema: z.ZodType<T>, input: unknown, name = ''): T => {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues, name);
};

/** Null says the same as leaving a field out. */
export const optional = <T extends z.ZodType>(field: T) => field.nullish().transform((given) => given ?? undefined);
