import type { Server } from 'node:http';
import { createYoga, type Plugin } from 'graphql-yoga';
import { TurnlogError } from '../errors.ts';
import type { Context, GraphqlDeps } from './context.ts';
import { limitCost } from './cost.ts';
import { answers, createMask, formatError, retryHeaders } from './errors.ts';
import { openLifetimes } from './lifetimes.ts';
import { limits } from './limits.ts';
import { openPersisted } from './persisted.ts';
import { schema } from './schema.ts';
import { createSubscribe } from './subscribe.ts';
import { openWebSocket } from './websocket.ts';

const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** The GraphQL door at `/graphql`: POST, GET, server-sent events (`accept: text/event-stream`) and `graphql-ws`. */
export const createGraphql = (deps: GraphqlDeps) => {
  const { auth, log, newId, maxBodyBytes, introspection } = deps;
  const mask = createMask({ log, newId });
  const lifetimes = openLifetimes(auth);
  const subscribe = createSubscribe({ lifetimes, mask });

  const persisted = openPersisted(deps);

  const documents: Plugin<Context, Context> = {
    onParams({ params, setParams, context }) {
      const query = persisted(params, context.identity);
      if (query !== undefined) setParams({ ...params, query });
    },
  };
  const subscriptions: Plugin<Context> = {
    async onSubscribe({ args, setResultAndStopExecution }) {
      setResultAndStopExecution(await subscribe(args));
    },
  };
  /** A request that was answered in part is a success to HTTP. */
  const errors: Plugin = {
    onExecutionResult({ result, setResult }) {
      if (!result || Symbol.asyncIterator in result || !result.errors) return;
      const masked = result.errors.map(mask);
      if (result.data) for (const error of masked) delete error.extensions.http;
      setResult({ ...result, errors: masked });
    },
  };

  const yoga = createYoga<Context>({
    schema,
    plugins: [documents, ...limits({ introspection }), limitCost, subscriptions, errors],
    maskedErrors: { maskError: mask },
    maxRequestBodySize: maxBodyBytes,
    logging: false,
    cors: false,
    multipart: false,
    landingPage: false,
    graphiql: false, // graphiql.ts serves it
    fetchAPI: { Request, Response, Headers, URL, ReadableStream, TransformStream, TextEncoder, TextDecoder },
  });

  const webSocket = openWebSocket({
    deps,
    lifetimes,
    persisted,
    mask,
    envelop: (context) => yoga.getEnveloped(context),
  });

  return {
    /** `tell` hears the ids of what the request began, for the log. */
    async fetch(request: Request, tell?: Context['tell']): Promise<Response> {
      try {
        const identity = await auth.authenticate(request);
        if (!identity) throw new TurnlogError('UNAUTHENTICATED', 'unauthorized');
        const response = await yoga.fetch(request, { deps, identity, ...(tell && { tell }) });
        // A proxy that buffers would hold events back.
        if (isEventStream(response)) response.headers.set('x-accel-buffering', 'no');
        return response;
      } catch (error) {
        const { status } = answers[error instanceof TurnlogError ? error.code : 'UNEXPECTED'];
        return Response.json({ errors: [formatError(mask(error))] }, { status, headers: retryHeaders(error) });
      }
    },
    /** Takes the server's upgrades. */
    attachWebSocket: (server: Server): void => webSocket.attach(server),
    /** Ends what streams, and closes the sockets. */
    async close(): Promise<void> {
      lifetimes.close();
      await webSocket.close();
      await yoga.dispose();
    },
  };
};
