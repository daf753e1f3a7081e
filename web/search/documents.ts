import * as z from 'zod/mini';
import { document } from '../graphql/request.ts';

const segment = z.object({ text: z.string(), isHit: z.boolean() });
export type Segment = z.infer<typeof segment>;

const hit = z.object({
  conversationId: z.string(),
  messageId: z.nullable(z.string()),
  role: z.nullable(z.enum(['USER', 'ASSISTANT'])),
  title: z.array(segment),
  snippet: z.array(segment),
});
export type SearchHit = z.infer<typeof hit>;

export const SearchQuery = document(
  `query Search($query: String!, $first: Int, $after: String) {
    search(query: $query, first: $first, after: $after) {
      edges { node { conversationId messageId role title { text isHit } snippet { text isHit } } }
      pageInfo { endCursor hasNextPage }
    }
  }`,
  z.object({
    search: z.object({
      edges: z.array(z.object({ node: hit })),
      pageInfo: z.object({ endCursor: z.nullable(z.string()), hasNextPage: z.boolean() }),
    }),
  }),
);
