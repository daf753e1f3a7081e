import { type Client, createClient, type FormattedExecutionResult } from 'graphql-ws';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';

type Headers = Record<string, string>;
export type Operation = { query: string; variables?: Record<string, unknown>; operationName?: string };
export type Result = FormattedExecutionResult<Record<string, unknown>>;

/** A client that sends the headers with its upgrade, and doesn't connect again. */
export const connect = (
  url: string,
  { headers = {}, connectionParams }: { headers?: Headers; connectionParams?: Record<string, unknown> } = {},
): Client => {
  class WithHeaders extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers });
    }
  }
  return createClient({
    url,
    webSocketImpl: WithHeaders,
    retryAttempts: 0,
    ...(connectionParams && { connectionParams }),
  });
};

/** Clients of a test file: each is disposed of behind the test that opened it. */
export const openClients = (url: () => string) => {
  const open: Client[] = [];
  afterEach(async () => {
    for (const client of open.splice(0)) await client.dispose();
  });
  return (person: Parameters<typeof connect>[1]): Client => {
    const client = connect(url(), person);
    open.push(client);
    return client;
  };
};

/** All results of an operation, up to its end or to the one that is enough. */
export const collect = async (
  client: Client,
  operation: Operation,
  enough: (results: readonly Result[]) => boolean = () => false,
): Promise<Result[]> => {
  const results: Result[] = [];
  for await (const { data, errors } of client.iterate<Record<string, unknown>>(operation)) {
    results.push({ ...(data !== undefined && { data }), ...(errors && { errors }) });
    if (enough(results)) break;
  }
  return results;
};

/** What an operation ended by, where that was not its own end: errors, or the code the socket was closed with. */
export const failureOf = async (client: Client, operation: Operation): Promise<unknown> => {
  try {
    await collect(client, operation);
    return null;
  } catch (error) {
    return error instanceof Object && 'code' in error ? error.code : error;
  }
};

/** A query or mutation by POST. */
export const post = async (url: string, headers: Headers, operation: Operation) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
    body: JSON.stringify(operation),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

/** The results of a subscription as server-sent events, as they come. */
export async function* subscribeBySse(
  url: string,
  { headers, method, operation }: { headers: Headers; method: 'GET' | 'POST'; operation: Operation },
): AsyncGenerator<Result, void> {
  const { query, variables } = operation;
  const search = new URLSearchParams({ query, variables: JSON.stringify(variables ?? {}) });
  const accept = { accept: 'text/event-stream', ...headers };
  const response = await (method === 'GET'
    ? fetch(`${url}?${search}`, { headers: accept })
    : fetch(url, {
        method,
        headers: { ...accept, 'content-type': 'application/json' },
        body: JSON.stringify(operation),
      }));
  let pending = '';
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const frames = `${pending}${chunk}`.split('\n\n');
    pending = frames.pop() ?? '';
    for (const frame of frames) {
      if (frame.startsWith('event: complete')) return;
      const data = frame.split('\n').find((line) => line.startsWith('data: {'));
      if (data) yield JSON.parse(data.slice('data: '.length));
    }
  }
  throw new Error('the response ended before the subscription did');
}
