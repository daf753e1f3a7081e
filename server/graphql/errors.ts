import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ZodError } from 'zod';
import { type ErrorCode, invalid, retryAfterOf, TurnlogError } from '../errors.ts';
import type { Log } from '../log.ts';

/** `status` is the response's where the whole request failed; `says` stands for the error's own message. */
type Answer = { readonly status: number; readonly says?: string; readonly logged?: 'warn' | 'error' };

export const answers: Record<ErrorCode, Answer> = {
  VALIDATION: { status: 400 },
  UNAUTHENTICATED: { status: 401 },
  FORBIDDEN: { status: 403 },
  NOT_FOUND: { status: 404 },
  REJECTED: { status: 409 },
  REVISION_CONFLICT: { status: 409 },
  RATE_LIMITED: { status: 429 },
  PROJECTION_BEHIND: { status: 503, logged: 'warn' },
  STORE_UNAVAILABLE: { status: 503, logged: 'warn' },
  PROVIDER_FAILED: { status: 502, logged: 'warn' },
  UNEXPECTED: { status: 500, says: 'unexpected error', logged: 'error' },
};

/** What a resolver threw, under the errors that GraphQL wraps it in. */
const rootOf = (error: unknown): unknown =>
  error instanceof GraphQLError && error.originalError ? rootOf(error.originalError) : error;

const asTurnlogError = (error: unknown): TurnlogError => {
  const root = rootOf(error);
  if (root instanceof TurnlogError) return root;
  if (root instanceof ZodError) return invalid(root.issues);
  // What GraphQL itself says of a request has no path: nothing ran yet.
  if (root instanceof GraphQLError && error instanceof GraphQLError && !error.path) {
    return new TurnlogError('VALIDATION', error.message);
  }
  return new TurnlogError('UNEXPECTED', 'unexpected error');
};

/** Of the response, where the whole request failed. */
export const retryHeaders = (error: unknown): Record<string, string> =>
  error instanceof TurnlogError && error.code === 'RATE_LIMITED' ? { 'retry-after': retryAfterOf(error) } : {};

export type Mask = (error: unknown) => GraphQLError;

/**
 * The error as a client may see it: `extensions` hold its code and details, and (`http`, never sent) the status for
 * clients that take `application/graphql-response+json`. What nobody expected is logged whole under the id that is shown.
 */
export const createMask = ({ log, newId }: { log: Log; newId: () => string }): Mask => {
  const masked = new WeakSet<object>();
  return (error) => {
    if (error instanceof GraphQLError && masked.has(error)) return error;
    const known = asTurnlogError(error);
    const { code, message, retryable, details } = known;
    const { status, says, logged } = answers[code];
    const id = code === 'UNEXPECTED' ? newId() : undefined;
    if (logged) log[logged]({ err: rootOf(error), id, code }, 'a GraphQL operation failed');
    const located = error instanceof GraphQLError ? error : new GraphQLError('');
    const { nodes, source, positions, path } = located;
    const http = located.extensions.http ?? { spec: true, status, headers: retryHeaders(known) };
    const shown = new GraphQLError(says ?? message, {
      nodes: nodes ?? null,
      source: source ?? null,
      positions: positions ?? null,
      path: path ?? null,
      extensions: { ...details, ...(retryable && { retryable }), ...(id && { id }), code, http },
    });
    masked.add(shown);
    return shown;
  };
};

/** The error as it is sent, without what is meant for the HTTP response. */
export const formatError = (error: GraphQLError): GraphQLFormattedError => {
  const { http: _, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions };
};
