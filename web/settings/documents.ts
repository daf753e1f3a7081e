import * as z from 'zod/mini';
import { document } from '../graphql/request.ts';

const scope = z.enum(['CHAT', 'AUDIT', 'ADMIN']);
export type Scope = z.infer<typeof scope>;

const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof apiToken>;
const apiTokenFields = 'id name scopes createdAt lastUsedAt';

export const ApiTokens = document(
  `query ApiTokens { viewer { id scopes apiTokens { ${apiTokenFields} } } }`,
  z.object({ viewer: z.object({ scopes: z.array(scope), apiTokens: z.array(apiToken) }) }),
);

export const CreateApiToken = document(
  'mutation CreateApiToken($name: String!, $scopes: [Scope!]!) { createApiToken(name: $name, scopes: $scopes) { token } }',
  z.object({ createApiToken: z.object({ token: z.string() }) }),
);

export const RevokeApiToken = document(
  'mutation RevokeApiToken($id: ID!) { revokeApiToken(id: $id) }',
  z.object({ revokeApiToken: z.string() }),
);
