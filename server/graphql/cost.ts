import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import {
  type ArgumentNode,
  type ExecutionArgs,
  GraphQLError,
  Kind,
  TypeInfo,
  validate,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { DEFAULT_PAGE } from '../../projections/keyset.ts';

const rules = [costLimitRule({ maxCost: 10_000, flattenFragments: true })];
const SIZES = ['first', 'last'];

/** The document with every page's size in its place, whether it was given, came as a variable, or was left out. */
const sized = ({ schema, document, variableValues }: ExecutionArgs) => {
  const types = new TypeInfo(schema);
  const sizeOf = (given: readonly ArgumentNode[]): number => {
    const sizes = given.map(({ value }) => valueFromASTUntyped(value, variableValues));
    return Math.max(...sizes.filter((size) => typeof size === 'number'), Number.NEGATIVE_INFINITY);
  };
  return visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        if (!types.getFieldDef()?.args.some(({ name }) => name === 'first')) return undefined;
        const size = sizeOf((node.arguments ?? []).filter(({ name }) => SIZES.includes(name.value)));
        const value = { kind: Kind.INT, value: String(Number.isFinite(size) ? size : DEFAULT_PAGE) } as const;
        return {
          ...node,
          arguments: [{ kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'first' }, value }] as const,
        };
      },
    }),
  );
};

/** Null where an operation costs no more than it may. */
export const checkCost = (args: ExecutionArgs): GraphQLError | null => {
  try {
    validate(args.schema, sized(args), rules);
    return null;
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
};

type Hook = { args: ExecutionArgs; setResultAndStopExecution: (result: { errors: GraphQLError[] }) => void };
const limit = ({ args, setResultAndStopExecution }: Hook): void => {
  const error = checkCost(args);
  if (error) setResultAndStopExecution({ errors: [error] });
};

/** Bounds what an operation costs. A page's cost is its size times that of a row. */
export const limitCost: Plugin = { onExecute: limit, onSubscribe: limit };
