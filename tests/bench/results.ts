import { z } from 'zod';
import { spreadSchema } from './statistics.ts';

/** What the clients answer to `ask`. `seconds` from the first question, `flowing` from the first token, to the last end. */
export const askedSchema = z.object({
  ages: spreadSchema,
  seconds: z.number(),
  flowing: z.number(),
  turnId: z.string(),
});
