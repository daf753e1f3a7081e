import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getOperationAST,
  Kind,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { formatError, type Mask } from './errors.ts';

/** One result of a subscription; `stringify` makes its JSON once, however many send it. */
export type Result = ExecutionResult & { readonly stringify: () => string };

export const resultOf = ({ data, errors }: ExecutionResult): Result => {
  let json: string | undefined;
  const stringify = () => {
    json ??= JSON.stringify({ ...(errors && { errors: errors.map(formatError) }), data });
    return json;
  };
  return { ...(errors && { errors }), ...(data !== undefined && { data }), stringify };
};

/** The variables that say how an event is shown; the root field's own arguments only say which events. */
const selectionVariables = (document: DocumentNode, operationName: string | null | undefined): string[] => {
  const roots = getOperationAST(document, operationName)?.selectionSet.selections ?? [];
  const rootArguments = new Set(roots.flatMap((root) => (root.kind === Kind.FIELD ? (root.arguments ?? []) : [])));
  const names = new Set<string>();
  visit(document, {
    enter(node) {
      if (node.kind === Kind.VARIABLE_DEFINITION) return false;
      if (node.kind === Kind.ARGUMENT && rootArguments.has(node)) return false;
      if (node.kind === Kind.VARIABLE) names.add(node.name.value);
      return undefined;
    },
  });
  return [...names];
};

type Results = WeakMap<object, Result | Promise<Result>>;

const SELECTIONS_A_DOCUMENT = 50;

/**
 * Executes a subscription's selection once for each event, whoever reads it: subscribers with the same document and the
 * same variables share the result. So what an event shows depends on nobody: an event that does is never the same object
 * for two subscribers.
 */
export const openResults = (mask: Mask) => {
  const documents = new WeakMap<DocumentNode, LRUCache<string, Results>>();

  const resultsOf = ({ document, operationName, variableValues = {} }: ExecutionArgs): Results => {
    const selections = documents.get(document) ?? new LRUCache<string, Results>({ max: SELECTIONS_A_DOCUMENT });
    documents.set(document, selections);
    const used = selectionVariables(document, operationName).map((name) => [name, variableValues?.[name]]);
    const key = JSON.stringify([operationName, Object.fromEntries(used)]);
    const results: Results = selections.get(key) ?? new WeakMap();
    selections.set(key, results);
    return results;
  };

  const masked = ({ data, errors }: ExecutionResult): Result =>
    resultOf({ ...(data !== undefined && { data }), ...(errors && { errors: errors.map(mask) }) });

  return {
    /** The operation's result for each event. */
    of(args: ExecutionArgs): (event: unknown) => Result | Promise<Result> {
      const results = resultsOf(args);
      const run = (event: unknown) => {
        const result = execute({ ...args, rootValue: event });
        return result instanceof Promise ? result.then(masked) : masked(result);
      };
      return (event) => {
        if (typeof event !== 'object' || event === null) return run(event);
        const known = results.get(event);
        if (known) return known;
        const result = run(event);
        results.set(event, result);
        return result;
      };
    },
  };
};
