import { type AnyVariables, type Client, createRequest, gql, type RequestPolicy } from 'urql';
import type * as z from 'zod/mini';
import { fromCombinedError } from './errors.ts';
import { byHash, hashOf, isUnknownHash } from './persisted.ts';

/** A document, its hash, and the shape of what it answers; the shape is checked where the answer arrives. */
export type Document<T> = { readonly source: string; readonly hash: string; readonly data: z.ZodMiniType<T> };

export const document = <T>(source: string, data: z.ZodMiniType<T>): Document<T> => ({
  source,
  hash: hashOf(source),
  data,
});

type Options = { signal?: AbortSignal; requestPolicy?: RequestPolicy };

/**
 * Asks over HTTP, by the document's hash; by the document itself where the server doesn't know the hash.
 * @throws RequestError where it was refused or nobody answered
 */
export const request = async <T>(
  client: Client,
  { source, hash, data }: Document<T>,
  variables: AnyVariables = {},
  { signal, requestPolicy = 'network-only' }: Options = {},
): Promise<T> => {
  const context = { requestPolicy, ...(signal && { fetchOptions: { signal } }) };
  const query = gql(source);
  const ask = async (extensions?: ReturnType<typeof byHash>): Promise<T> => {
    const asked = createRequest(query, variables, extensions);
    const isMutation = /^\s*mutation\b/.test(source);
    const results = isMutation ? client.executeMutation(asked, context) : client.executeQuery(asked, context);
    const result = await results.toPromise();
    signal?.throwIfAborted();
    if (result.error) throw fromCombinedError(result.error);
    return data.parse(result.data);
  };
  try {
    return await ask(byHash(hash));
  } catch (error) {
    if (!isUnknownHash(error)) throw error;
    return ask();
  }
};
