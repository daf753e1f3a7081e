import { type AnyVariables, type Client, gql, type RequestPolicy } from 'urql';
import type * as z from 'zod/mini';
import { fromCombinedError } from './errors.ts';

/** A document and the shape of what it answers; the shape is checked where the answer arrives. */
export type Document<T> = { readonly source: string; readonly data: z.ZodMiniType<T> };

export const document = <T>(source: string, data: z.ZodMiniType<T>): Document<T> => ({ source, data });

type Options = { signal?: AbortSignal; requestPolicy?: RequestPolicy };

/**
 * Asks over HTTP.
 * @throws RequestError where it was refused or nobody answered
 */
export const request = async <T>(
  client: Client,
  { source, data }: Document<T>,
  variables: AnyVariables = {},
  { signal, requestPolicy = 'network-only' }: Options = {},
): Promise<T> => {
  const context = { requestPolicy, ...(signal && { fetchOptions: { signal } }) };
  const operation = /^\s*mutation\b/.test(source)
    ? client.mutation(gql(source), variables, context)
    : client.query(gql(source), variables, context);
  const result = await operation.toPromise();
  signal?.throwIfAborted();
  if (result.error) throw fromCombinedError(result.error);
  return data.parse(result.data);
};
