import * as z from 'zod/mini';
import { document } from '../graphql/request.ts';

const group = z.object({
  day: z.nullable(z.string()),
  userId: z.nullable(z.string()),
  username: z.nullable(z.string()),
  model: z.nullable(z.string()),
  turns: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  waitingMs: z.number(),
  answeringMs: z.number(),
});
export type UsageGroup = z.infer<typeof group>;
const fields = 'day userId username model turns failed cancelled promptTokens completionTokens waitingMs answeringMs';

export const UsageQuery = document(
  `query Usage($from: String!, $to: String!) {
    byDay: usage(from: $from, to: $to, groupBy: [DAY]) { ${fields} }
    byUser: usage(from: $from, to: $to, groupBy: [USER]) { ${fields} }
    byModel: usage(from: $from, to: $to, groupBy: [MODEL]) { ${fields} }
  }`,
  z.object({ byDay: z.array(group), byUser: z.array(group), byModel: z.array(group) }),
);
