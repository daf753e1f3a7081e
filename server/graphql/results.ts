import { type DocumentNode, type ExecutionArgs, type ExecutionResult, execute, Kind, visit } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { formatError, type Mask } from './errors.ts';

/** One result of a subscription; `stringify` makes its JSON once, however many send it. */
export type Result = ExecutionResult & { readonly stringify: () => string };

export const resultOf = ({ data, errors }: ExecutionResult): Result => {
  let json: string | undefined;
  const stringify = () => {
    json ??= JSON.stringify(errors ? { errors: errors.map(formatError), data } : { data });
    return json;
  };
  return { stringify, ...(errors && { errors }), ...(data !== undefined && { data }) };
};

/** The variables that say how an event is shown; a root field's own arguments only say which events. */
const selectionVariables = (document: DocumentNode): string[] => {
  const roots = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [],
  );
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

/**
 * Runs the selection for an event: by a function compiled of the document, since there is an event a token. What fails is
 * run again by the book, for the errors' sake; so is what has directives, where compiled documents are known to differ.
 */
const compile = (args: ExecutionArgs): Run => {
  const { schema, document, operationName } = args;
  let hasDirectives = false;
  visit(document, {
    enter(node) {
      hasDirectives ||= node.kind === Kind.DIRECTIVE;
    },
  });
  const compiled = hasDirectives ? null : compileQuery(schema, document, operationName ?? undefined);
  if (!compiled || !isCompiledQuery(compiled)) return (event, given) => execute({ ...given, rootValue: event });
  return (event, { contextValue, variableValues, ...rest }) => {
    const again = (result: ExecutionResult) =>
      result.errors ? execute({ ...rest, contextValue, variableValues, rootValue: event }) : result;
    const result = compiled.query(event, contextValue, variableValues ?? {});
    return result instanceof Promise ? result.then(again) : again(result);
  };
};

type Run = (event: unknown, args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;
type Selection = { readonly run: Run; readonly results: WeakMap<object, Result | Promise<Result>> };

const SELECTIONS_A_DOCUMENT = 50;

/**
 * Executes a subscription's selection once for each event, whoever reads it: subscribers with the same document and the
 * same variables share the result. So what an event shows depends on nobody: an event that does is never the same object
 * for two subscribers.
 */
export const openResults = (mask: Mask) => {
  const documents = new WeakMap<DocumentNode, LRUCache<string, Selection>>();

  const selectionOf = (args: ExecutionArgs): Selection => {
    const { document, operationName, variableValues } = args;
    const selections = documents.get(document) ?? new LRUCache<string, Selection>({ max: SELECTIONS_A_DOCUMENT });
    documents.set(document, selections);
    const used = selectionVariables(document).map((name) => [name, variableValues?.[name]]);
    const key = JSON.stringify([operationName, Object.fromEntries(used)]);
    const selection = selections.get(key) ?? { run: compile(args), results: new WeakMap() };
    selections.set(key, selection);
    return selection;
  };

  const masked = (result: ExecutionResult): Result =>
    resultOf(result.errors ? { ...result, errors: result.errors.map(mask) } : result);

  return {
    /** The operation's result for each event. */
    of(args: ExecutionArgs): (event: unknown) => Result | Promise<Result> {
      const { run, results } = selectionOf(args);
      const execution = (event: unknown) => {
        const result = run(event, args);
        return result instanceof Promise ? result.then(masked) : masked(result);
      };
      return (event) => {
        if (typeof event !== 'object' || event === null) return execution(event);
        const known = results.get(event);
        if (known) return known;
        const result = execution(event);
        results.set(event, result);
        return result;
      };
    },
  };
};
