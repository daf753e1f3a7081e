import type { DocumentNode, ExecutionArgs, GraphQLError, GraphQLSchema } from 'graphql';
import { makeServer, type OperationResult } from 'graphql-ws';
import type { HeadersLike } from '../auth/credentials.ts';
import type { Identity } from '../auth/identity.ts';
import { TurnlogError } from '../errors.ts';
import type { Context, GraphqlDeps } from './context.ts';
import { formatError, type Mask } from './errors.ts';
import type { Lifetimes } from './lifetimes.ts';
import type { Persisted } from './persisted.ts';
import type { Result } from './results.ts';
import { type Sender, sendResults } from './socket.ts';

const INIT_MS = 10_000;
const MAX_OPERATIONS = 100;

/** One socket. `headers` are those of its upgrade, until it has said who it is. */
export type Connection = {
  readonly send: Sender;
  /** Called when the session has ended, or the server stops. */
  readonly onEnd: (reason: unknown) => void;
  headers: HeadersLike | null;
  isClosed: boolean;
  caller: { readonly identity: Identity; readonly lifetime: AbortController } | null;
};

/** Yoga's pipeline for one operation. */
type Enveloped = {
  readonly schema: GraphQLSchema;
  readonly parse: (query: string) => DocumentNode;
  readonly validate: (schema: GraphQLSchema, document: DocumentNode) => readonly GraphQLError[];
  readonly contextFactory: () => unknown;
  readonly execute: (args: ExecutionArgs) => OperationResult;
  readonly subscribe: (args: ExecutionArgs) => OperationResult;
};

export type ProtocolDeps = {
  readonly deps: GraphqlDeps;
  readonly lifetimes: Lifetimes;
  readonly persisted: Persisted;
  readonly mask: Mask;
  readonly envelop: (context?: Context) => Enveloped;
};

const unauthenticated = () => new TurnlogError('UNAUTHENTICATED', 'unauthorized');

const withAuthorization = (headers: HeadersLike, authorization: unknown): HeadersLike => ({
  get: (name) => (name === 'authorization' && typeof authorization === 'string' ? authorization : headers.get(name)),
});

const isResults = (result: object): result is AsyncIterable<Result> => Symbol.asyncIterator in result;

/** `graphql-transport-ws`, apart from the sockets that it goes by. */
export const createProtocol = ({ deps, lifetimes, persisted, mask, envelop }: ProtocolDeps) => {
  const { auth } = deps;
  const { execute, subscribe } = envelop();
  const format = (errors: readonly GraphQLError[]) => errors.map((error) => formatError(mask(error)));

  const callerOf = async ({ caller }: Connection) => {
    if (!caller) throw unauthenticated();
    if (!(await auth.isAlive(caller.identity))) {
      caller.lifetime.abort(unauthenticated());
      throw unauthenticated();
    }
    return { identity: caller.identity, lifetime: caller.lifetime.signal };
  };

  return makeServer<Record<string, unknown>, Connection>({
    connectionInitWaitTimeout: INIT_MS,

    async onConnect({ connectionParams, extra: connection }) {
      const headers = withAuthorization(connection.headers ?? new Headers(), connectionParams?.authorization);
      connection.headers = null;
      const identity = await auth.authenticate({ headers });
      if (connection.isClosed) return false;
      if (!identity) throw unauthenticated();
      const lifetime = lifetimes.begin(identity);
      connection.caller = { identity, lifetime };
      const { signal } = lifetime;
      signal.addEventListener('abort', () => connection.onEnd(signal.reason), { once: true });
      return true;
    },

    async onSubscribe({ extra: connection, subscriptions }, _id, { variables, operationName, ...asked }) {
      try {
        if (Object.keys(subscriptions).length > MAX_OPERATIONS) {
          throw new TurnlogError('RATE_LIMITED', `at most ${MAX_OPERATIONS} operations at once on a socket`);
        }
        const caller = await callerOf(connection);
        const { schema, parse, validate, contextFactory } = envelop({ deps, ...caller });
        const document = parse(persisted(asked, caller.identity) ?? '');
        const errors = validate(schema, document);
        if (errors.length > 0) return errors.map(mask);
        const contextValue = await contextFactory();
        return { schema, document, operationName, variableValues: variables, contextValue };
      } catch (error) {
        return [mask(error)];
      }
    },
    execute,
    subscribe,

    onOperation: ({ extra: { send } }, id, _payload, _args, result) =>
      isResults(result) ? sendResults(send, id, result) : undefined,
    onNext: (_, _id, _payload, _args, { data, errors }) =>
      errors && { ...(data !== undefined && { data }), errors: format(errors) },
    onError: (_, _id, _payload, errors) => format(errors),
    onClose({ extra: connection }) {
      connection.isClosed = true;
      connection.caller?.lifetime.abort();
    },
  });
};
