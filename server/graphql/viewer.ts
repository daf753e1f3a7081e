import type { ApiToken as Token } from '../auth/api-tokens.ts';
import type { Identity } from '../auth/identity.ts';
import { builder } from './builder.ts';

const Scope = builder.enumType('Scope', {
  description: 'What a credential may be used for.',
  values: {
    CHAT: { value: 'chat', description: "Conversations and one's own account." },
    AUDIT: { value: 'audit', description: 'Reading the whole log.' },
    ADMIN: { value: 'admin', description: 'Settings and users.' },
  } as const,
});

const ApiToken = builder.objectRef<Token>('ApiToken').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    scopes: t.expose('scopes', { type: [Scope] }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
  }),
});

export const User = builder.objectRef<Identity>('User').implement({
  fields: (t) => ({
    id: t.exposeID('userId'),
    username: t.exposeString('username'),
    isAdmin: t.exposeBoolean('isAdmin'),
    scopes: t.expose('scopes', { type: [Scope], description: 'Of the credential that asks.' }),
    apiTokens: t.field({
      authScopes: { chat: true },
      type: [ApiToken],
      resolve: ({ userId }, _, { deps }) => deps.auth.apiTokens(userId),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: User,
    description: 'Who asks; any credential may ask it.',
    skipTypeScopes: true,
    resolve: (_, __, { identity }) => identity,
  }),
);

const CreateApiTokenPayload = builder.objectRef<Token & { token: string }>('CreateApiTokenPayload').implement({
  fields: (t) => ({
    apiToken: t.field({ type: ApiToken, resolve: (created) => created }),
    token: t.exposeString('token', { description: 'Shown once; only its hash is kept.' }),
  }),
});

builder.mutationFields((t) => ({
  createApiToken: t.field({
    type: CreateApiTokenPayload,
    description: 'A bearer token, with no more than the scopes of who asks.',
    args: {
      name: t.arg.string({ required: true }),
      scopes: t.arg({ type: [Scope], required: true, defaultValue: ['chat'] }),
    },
    resolve: (_, { name, scopes }, { deps, identity }) => deps.auth.createApiToken(identity, name, scopes),
  }),
  revokeApiToken: t.field({
    type: 'ID',
    description: 'Returns the id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { deps, identity }) => {
      await deps.auth.revokeApiToken(identity.userId, id);
      return id;
    },
  }),
}));
