import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '../../../server/graphql/schema.ts';

const MAX_DEPTH = 4;

/** Ids are of the type ID, or are called so. */
const isId = (name: string, type: GraphQLInputType) => getNamedType(type).name === 'ID' || /(^i|I)ds?$/.test(name);

/** Where ids stand in an argument: `id`, or `input.conversationId`. */
const idPaths = ({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>): string[] => {
  if (isId(name, type)) return [name];
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) => idPaths(field).map((path) => `${name}.${path}`));
};

type RootKind = 'query' | 'mutation' | 'subscription';
type Field = GraphQLField<unknown, unknown>;

/** One thing that can be asked: a root field and where its id stands, if it takes any. */
export type Ask = {
  /** `Mutation.renameConversation(id)`, `Query.viewer`. */
  readonly key: string;
  readonly operation: RootKind;
  readonly field: Field;
  readonly idPath: string | null;
  readonly isList: boolean;
};

const asksOf = (operation: RootKind, typeName: string, field: Field): Ask[] => {
  const key = `${typeName}.${field.name}`;
  const paths = field.args.flatMap(idPaths);
  const withId = paths.map((idPath) => ({
    key: `${key}(${idPath})`,
    operation,
    field,
    idPath,
    isList: /ids$/i.test(idPath),
  }));
  // Where no id has to be there, the field can be asked without any.
  const needsId = field.args.some((arg) => isRequiredArgument(arg) && idPaths(arg).length > 0);
  return needsId ? withId : [{ key, operation, field, idPath: null, isList: false }, ...withId];
};

/** Everything that the schema lets anybody ask at its roots. */
export const allAsks: readonly Ask[] = (['query', 'mutation', 'subscription'] as const).flatMap((operation) => {
  const type = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[operation];
  return Object.values(type?.getFields() ?? {}).flatMap((field) => asksOf(operation, type?.name ?? '', field));
});

/** Fields below the roots that take an id. */
export const nestedAsks: readonly string[] = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  .flatMap((type) => {
    if (
      !isObjectType(type) ||
      [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type)
    )
      return [];
    return Object.values(type.getFields()).flatMap((field) =>
      field.args.flatMap(idPaths).map((path) => `${type.name}.${field.name}(${path})`),
    );
  });

/** All that can be seen of a type, as deep and as much of it as the limits allow. */
const selectionOf = (type: GraphQLNamedOutputType, depth: number): string => {
  if (isLeafType(type)) return '';
  if (depth === 0 || !(isObjectType(type) || isInterfaceType(type))) return '{ __typename }';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    if (field.args.some(isRequiredArgument) || (!isLeafType(named) && depth === 1)) return [];
    const size = field.args.some(({ name }) => name === 'first') ? '(first: 5)' : '';
    return [`${field.name}${size} ${selectionOf(named, depth - 1)}`];
  });
  return `{ __typename ${fields.join(' ')} }`;
};

const withValue = (
  given: Record<string, unknown>,
  [name = '', ...rest]: string[],
  value: unknown,
): Record<string, unknown> => {
  const inner = given[name];
  const object = typeof inner === 'object' && inner !== null ? { ...inner } : {};
  return { ...given, [name]: rest.length === 0 ? value : withValue(object, rest, value) };
};

/** The operation that asks this with these arguments, and the id at its place. */
export const operationOf = ({ operation, field, idPath, isList }: Ask, given: Record<string, unknown>, id?: string) => {
  const variables =
    idPath === null || id === undefined ? given : withValue(given, idPath.split('.'), isList ? [id] : id);
  const used = field.args.filter(({ name }) => name in variables);
  const declared = used.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ');
  const parenthesised = (text: string) => (text ? `(${text})` : '');
  const selection = selectionOf(getNamedType(field.type), MAX_DEPTH);
  const query = `${operation} ${parenthesised(declared)} { ${field.name}${parenthesised(passed)} ${selection} }`;
  return { query, variables };
};
