import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { GraphQLError } from 'graphql';
import { z } from 'zod';
import type { Scope } from '../auth/scopes.ts';
import { TurnlogError } from '../errors.ts';
import type { Context } from './context.ts';

/** Joined by every file of this folder; `schema.ts` names them all. */
export const builder = new SchemaBuilder<{
  Context: Context;
  AuthScopes: Record<Scope, boolean>;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
  };
}>({
  plugins: [ScopeAuthPlugin, RelayPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: ({ identity: { scopes } }) => ({
      chat: scopes.includes('chat'),
      audit: scopes.includes('audit'),
      admin: scopes.includes('admin'),
    }),
    unauthorizedError: () => new TurnlogError('FORBIDDEN', 'the scopes of this credential do not allow it'),
  },
  relay: { edgesFieldOptions: { nullable: false }, nodeFieldOptions: { nullable: false } },
});

/** What a field needs that isn't said to need another scope. */
const byDefault = { authScopes: { chat: true } };
builder.queryType(byDefault);
builder.mutationType(byDefault);
builder.subscriptionType(byDefault);

/** For the options of a root field that needs another scope than `chat`: `...requireScope('audit')`. */
export const requireScope = (scope: Scope) => ({ skipTypeScopes: true, authScopes: { [scope]: true } });

builder.scalarType('DateTime', {
  description: 'A moment in ISO 8601, in UTC, such as 2030-01-31T12:00:00.000Z.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const parsed = z.iso.datetime({ offset: true }).safeParse(value);
    if (parsed.success) return new Date(parsed.data);
    throw new GraphQLError('a DateTime is a moment in ISO 8601, such as 2030-01-31T12:00:00.000Z');
  },
});

builder.scalarType('JSON', { description: 'Any JSON value.', serialize: (value) => value });
