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

const session = z.object({
  id: z.string(),
  agent: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const Sessions = document(
  'query Sessions { viewer { id sessions { id agent createdAt lastUsedAt isCurrent } } }',
  z.object({ viewer: z.object({ sessions: z.array(session) }) }),
);

export const RevokeSession = document(
  'mutation RevokeSession($id: ID!) { revokeSession(id: $id) }',
  z.object({ revokeSession: z.string() }),
);

const preferences = z.object({
  temperature: z.nullable(z.number()),
  maxTokens: z.nullable(z.number()),
  ctxLimit: z.nullable(z.number()),
  model: z.nullable(z.string()),
  language: z.nullable(z.string()),
  depth: z.enum(['BRIEF', 'BALANCED', 'THOROUGH']),
  candour: z.enum(['GENTLE', 'PLAIN', 'BLUNT']),
  theme: z.enum(['LIGHT', 'DARK', 'SYSTEM']),
});
const preferencesFields = 'temperature maxTokens ctxLimit model language depth candour theme';

const model = z.object({ id: z.string(), provider: z.string(), isDefault: z.boolean() });

export const PreferencesQuery = document(
  `query Preferences { viewer { id preferences { ${preferencesFields} } } models { id provider isDefault } router { embedder isEmbedded } }`,
  z.object({
    viewer: z.object({ preferences }),
    models: z.array(model),
    router: z.object({ embedder: z.string(), isEmbedded: z.boolean() }),
  }),
);

export const ChangePreferences = document(
  `mutation ChangePreferences($input: PreferencesInput!) { changePreferences(input: $input) { ${preferencesFields} } }`,
  z.object({ changePreferences: preferences }),
);
