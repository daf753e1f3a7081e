import { createClient, type Client as Socket, type SubscribePayload } from 'graphql-ws';
import { fromGraphqlErrors, NO_ANSWER, RequestError } from './errors.ts';
import { byHash, isUnknownHash } from './persisted.ts';
import type { Document } from './request.ts';

/** `connecting` until the first answer; `lost` from a failure until the next success. */
export type ConnectionStatus = 'connecting' | 'connected' | 'lost';

const PING_MS = 12_000;
const PONG_MS = 6_000;
/** The session has ended, or this request is not ours to make. */
const REFUSED: ReadonlySet<number> = new Set([4401, 4403]);

const closeCode = (reason: unknown): number | null =>
  typeof reason === 'object' && reason !== null && 'code' in reason && typeof reason.code === 'number'
    ? reason.code
    : null;

const asRequestError = (reason: unknown): RequestError => {
  if (reason instanceof RequestError) return reason;
  if (Array.isArray(reason)) return fromGraphqlErrors(reason);
  const code = closeCode(reason);
  return code !== null && REFUSED.has(code)
    ? new RequestError('UNAUTHENTICATED', 'You have been signed out.')
    : new RequestError(NO_ANSWER, 'The connection was lost.', { retryable: true });
};

/**
 * The one WebSocket: opened by the first subscription, closed after the last. It never retries by itself, since a retry
 * has to begin behind the last cursor: see `resume`.
 */
export const openConnection = (url: string) => {
  let status: ConnectionStatus = 'connecting';
  let unanswered: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const become = (next: ConnectionStatus) => {
    if (next === status) return;
    status = next;
    for (const listener of [...listeners]) listener();
  };
  const drop = () => socket.terminate();
  const socket: Socket = createClient({
    url,
    lazy: true,
    retryAttempts: 0,
    keepAlive: PING_MS,
    lazyCloseTimeout: 1_000,
    connectionAckWaitTimeout: 10_000,
    on: {
      connected: () => {
        globalThis.addEventListener('offline', drop);
        become('connected');
      },
      closed: (event) => {
        globalThis.removeEventListener('offline', drop);
        clearTimeout(unanswered);
        become(closeCode(event) === 1000 ? 'connecting' : 'lost');
      },
      error: () => become('lost'),
      // A connection whose other end is gone in silence never closes by itself.
      ping: (received) => {
        if (!received) unanswered = setTimeout(drop, PONG_MS);
      },
      pong: (received) => {
        if (received) clearTimeout(unanswered);
      },
    },
  });

  async function* once<T>(
    payload: SubscribePayload,
    data: Document<T>['data'],
    signal: AbortSignal,
  ): AsyncGenerator<T> {
    const results = socket.iterate(payload);
    const leave = () => void results.return?.();
    signal.addEventListener('abort', leave, { once: true });
    try {
      if (signal.aborted) return;
      for await (const result of results) {
        if (signal.aborted) return;
        if (result.errors) throw fromGraphqlErrors(result.errors);
        yield data.parse(result.data);
      }
    } catch (reason) {
      if (!signal.aborted) throw asRequestError(reason);
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
    }
  }

  return {
    status: () => status,
    /** Tells of every change of status. Returns how to stop. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * One subscription, once: ends when the server completes it or the signal aborts. The document goes as its hash, and
     * whole only to a server that doesn't know it.
     * @throws RequestError where it was refused or the connection was lost
     */
    async *subscribe<T>(
      { source, hash, data }: Document<T>,
      variables: Record<string, unknown>,
      signal: AbortSignal,
    ): AsyncGenerator<T> {
      try {
        yield* once({ query: '', extensions: byHash(hash), variables }, data, signal);
      } catch (error) {
        if (!isUnknownHash(error)) throw error;
        yield* once({ query: source, variables }, data, signal);
      }
    },
  };
};

export type Connection = ReturnType<typeof openConnection>;
