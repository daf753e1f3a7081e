import type { CombinedError } from 'urql';
import * as z from 'zod/mini';

const extensions = z.object({
  code: z.catch(z.string(), 'UNEXPECTED'),
  retryable: z.catch(z.optional(z.boolean()), undefined),
  retryAfterSeconds: z.catch(z.optional(z.number()), undefined),
});
const graphqlErrors = z.array(
  z.object({ message: z.string(), extensions: z.catch(extensions, { code: 'UNEXPECTED' }) }),
);

/** Nobody answered: the request may or may not have been carried out. */
export const NO_ANSWER = 'NO_ANSWER';
const RATE_LIMITED = 'RATE_LIMITED';

/** What the server refused, by its own code, or `NO_ANSWER`. `message` may be shown. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: string;
  /** The same request may succeed later. */
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: string,
    message: string,
    { retryable = false, retryAfterSeconds = undefined as number | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.retryable = retryable;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** From the `errors` of a GraphQL answer. */
export const fromGraphqlErrors = (errors: unknown): RequestError => {
  const first = graphqlErrors.safeParse(errors).data?.[0];
  if (!first) return new RequestError('UNEXPECTED', 'The server gave an answer that makes no sense.');
  const { code, retryable = false, retryAfterSeconds } = first.extensions;
  // Who asks too often is told when to ask again: asking at once would only count against them.
  return new RequestError(code, first.message, { retryable: retryable && code !== RATE_LIMITED, retryAfterSeconds });
};

/** What was refused before GraphQL saw it tells no more than its status. */
const fromResponse = ({ status, headers }: Response): RequestError | null => {
  const seconds = Number(headers.get('retry-after'));
  if (status === 429) return new RequestError(RATE_LIMITED, 'Too many requests.', { retryAfterSeconds: seconds || 1 });
  return status === 401 ? new RequestError('UNAUTHENTICATED', 'You have been signed out.') : null;
};

export const fromCombinedError = (error: CombinedError): RequestError => {
  if (!error.networkError || error.graphQLErrors.length > 0) return fromGraphqlErrors(error.graphQLErrors);
  const refused = error.response instanceof Response ? fromResponse(error.response) : null;
  return refused ?? new RequestError(NO_ANSWER, 'The server did not answer.', { retryable: true });
};

/** One sentence for a person. */
export const sayError = (error: unknown): string => {
  if (!(error instanceof RequestError)) return 'Something went wrong.';
  switch (error.code) {
    case NO_ANSWER:
      return 'The server cannot be reached.';
    case 'NOT_FOUND':
      return 'This conversation does not exist, or it is not yours.';
    case 'UNEXPECTED':
      return 'Something went wrong on the server.';
    default:
      return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`.replace(/([.!?…])\.$/, '$1');
  }
};

/** Why something was not done, for showing. */
export type Refusal = {
  readonly text: string;
  /** When it may be asked for again; null where that makes no difference. */
  readonly retryAfterSeconds: number | null;
};

export const refusalOf = (error: unknown): Refusal => ({
  text: sayError(error),
  retryAfterSeconds: error instanceof RequestError ? (error.retryAfterSeconds ?? null) : null,
});
