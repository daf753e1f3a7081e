import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

const literal = (type: GraphQLInputType): string => {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null';
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${fields.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`;
  }
  const literals: Record<string, string> = { Int: '1', Float: '1', Boolean: 'true' };
  return literals[type.name] ?? '"x"';
};

/** An operation for each root field of the schema, with an argument of the right type wherever one is needed. */
export const rootOperations = (schema: GraphQLSchema) =>
  (['query', 'mutation', 'subscription'] as const).flatMap((kind) => {
    const root = {
      query: schema.getQueryType(),
      mutation: schema.getMutationType(),
      subscription: schema.getSubscriptionType(),
    }[kind];
    return Object.values(root?.getFields() ?? {}).map((field) => {
      const given = field.args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${literal(arg.type)}`);
      const args = given.length > 0 ? `(${given.join(', ')})` : '';
      const selection = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
      return { kind, name: field.name, query: `${kind} { ${field.name}${args}${selection} }` };
    });
  });
