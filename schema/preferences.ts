import { z } from 'zod';

/**
 * How a user likes to be answered and shown things; null where the server's own choice is fine. `temperature` 0..2;
 * `maxTokens` is the longest answer and `ctxLimit` the window, both in tokens; `language` is a name, such as Deutsch.
 */
export const preferences = z.object({
  temperature: z.number().min(0).max(2).nullable(),
  maxTokens: z.int().min(16).max(131_072).nullable(),
  ctxLimit: z.int().min(1_024).max(1_048_576).nullable(),
  model: z.string().min(1).max(200).nullable(),
  language: z.string().min(1).max(60).nullable(),
  depth: z.enum(['brief', 'balanced', 'thorough']),
  candour: z.enum(['gentle', 'plain', 'blunt']),
  theme: z.enum(['light', 'dark', 'system']),
});
export type Preferences = z.infer<typeof preferences>;

export const noPreferences: Preferences = {
  temperature: null,
  maxTokens: null,
  ctxLimit: null,
  model: null,
  language: null,
  depth: 'balanced',
  candour: 'plain',
  theme: 'system',
};
