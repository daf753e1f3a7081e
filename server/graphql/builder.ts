import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import { GraphQLError } from 'graphql';
import { z } from 'zod';
import type { Context } from './context.ts';

/** Joined by every file of this folder; `schema.ts` names them all. */
export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
  };
}>({
  plugins: [RelayPlugin],
  defaultFieldNullability: false,
  relay: { edgesFieldOptions: { nullable: false }, nodeFieldOptions: { nullable: false } },
});

builder.queryType();
builder.mutationType();
builder.subscriptionType();

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
