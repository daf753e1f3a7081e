import type { ApiToken as Token } from '../auth/api-tokens.ts';
import type { Identity } from '../auth/identity.ts';
import { builder } from './builder.ts';

const ApiToken = builder.objectRef<Token>('ApiToken').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
  }),
});

const User = builder.objectRef<Identity>('User').implement({
  fields: (t) => ({
    id: t.exposeID('userId'),
    username: t.exposeString('username'),
    isAdmin: t.exposeBoolean('isAdmin'),
    apiTokens: t.field({
      type: [ApiToken],
      resolve: ({ userId }, _, { deps }) => deps.auth.apiTokens(userId),
    }),
  }),
});

builder.queryField('viewer', (t) => t.field({ type: User, resolve: (_, __, { identity }) => identity }));

const CreateApiTokenPayload = builder.objectRef<Token & { token: string }>('CreateApiTokenPayload').implement({
  fields: (t) => ({
    apiToken: t.field({ type: ApiToken, resolve: (created) => created }),
    token: t.exposeString('token', { description: 'Shown once; only its hash is kept.' }),
  }),
});

builder.mutationFields((t) => ({
  createApiToken: t.field({
    type: CreateApiTokenPayload,
    args: { name: t.arg.string({ required: true }) },
    resolve: (_, { name }, { deps, identity }) => deps.auth.createApiToken(identity.userId, name),
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
