import { EnvelopArmor } from '@escape.tech/graphql-armor';
import { NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const noIntrospection: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
};

/** Bounds on one document, whichever way it comes. Introspection, where there is any, is free. */
export const limits = ({ introspection }: { introspection: boolean }) => [
  ...(introspection ? [] : [noIntrospection]),
  ...new EnvelopArmor({
    maxDepth: { n: 10, flattenFragments: true },
    costLimit: { enabled: false }, // cost.ts knows the variables, too
    maxAliases: { n: 15 },
    maxDirectives: { n: 50 },
    maxTokens: { n: 2_000 },
    blockFieldSuggestion: { enabled: false },
  }).protect().plugins,
];
