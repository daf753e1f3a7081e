import { once, setMaxListeners } from 'node:events';
import type { Writable } from 'node:stream';
import type {
  handleClientStreamingCall,
  handleUnaryCall,
  Metadata,
  ServerDuplexStream,
  ServerWritableStream,
} from '@grpc/grpc-js';
import type { Auth } from '../auth/auth.ts';
import { TurnlogError } from '../errors.ts';
import type { Access, Caller } from './access.ts';
import { asTurnlogError, statusOf } from './errors.ts';

/** One call: who makes it, and until when. */
export type Context = { readonly caller: Caller; readonly signal: AbortSignal };

/** Writes messages, together, once the reader has room for them. */
export type Send<Message> = (...messages: Message[]) => Promise<void>;

type AnyCall = { readonly metadata: Metadata; on(event: 'cancelled' | 'close', listener: () => void): unknown };

type CallDeps = {
  access: Access;
  auth: Auth;
  log: { error(obj: object, msg: string): void };
  signal: AbortSignal;
};

const stopping = () => new TurnlogError('STORE_UNAVAILABLE', 'the server stops', { retryable: true });
/** Nobody hears it; made once, since each abort without a reason makes an error of its own. */
const over = new TurnlogError('REJECTED', 'the call is over');
const revoked = () => new TurnlogError('UNAUTHENTICATED', 'the API token has ended');

/** Bounded memory, whoever reads: nothing is written past what the connection takes. Those who wait go out together. */
const senderTo = <Message>(
  call: Writable & { write(messages: Message[]): boolean },
  signal: AbortSignal,
): Send<Message> => {
  let waiting: Message[] = [];
  let sending: Promise<void> | undefined;

  const sendWaiting = async () => {
    try {
      // What is sent in this very moment goes along.
      await Promise.resolve();
      while (waiting.length > 0) {
        signal.throwIfAborted();
        const batch = waiting;
        waiting = [];
        if (!call.write(batch)) await once(call, 'drain', { signal });
      }
    } finally {
      sending = undefined;
    }
  };

  return (...messages) => {
    waiting.push(...messages);
    sending ??= sendWaiting();
    return sending;
  };
};

/** Makes gRPC handlers of functions: who calls is known, errors become statuses, and everything ends at the signal. */
export const openCalls = ({ access, auth, log, signal: stop }: CallDeps) => {
  const running = new Set<Promise<void>>();

  const explain = (error: unknown) => {
    const known = asTurnlogError(error);
    if (known.code === 'UNEXPECTED') log.error({ err: error }, 'a call of the gateway failed');
    return statusOf(known);
  };

  /** Runs `work` until it ends, its caller leaves, its credential ends or the server stops. */
  const attend = async (
    call: AnyCall,
    work: (context: Context) => Promise<void>,
    { long = false } = {},
  ): Promise<void> => {
    const ending = new AbortController();
    setMaxListeners(0, ending.signal);
    const end = (reason: unknown) => ending.abort(reason);
    const onStop = () => end(stopping());
    let left = false;
    call.on('cancelled', () => {
      left = true;
      end(over);
    });
    stop.addEventListener('abort', onStop, { once: true });
    try {
      if (stop.aborted) throw stopping();
      const caller = await access.identify(call.metadata);
      if (long && caller.identity) void auth.watchIdentity(caller.identity, ending.signal).then(() => end(revoked()));
      await work({ caller, signal: ending.signal });
    } catch (error) {
      // Nobody is there to hear how it ended.
      if (!left) throw ending.signal.aborted ? ending.signal.reason : error;
    } finally {
      stop.removeEventListener('abort', onStop);
      end(over);
    }
  };

  const during: typeof attend = (...args) => {
    const call = attend(...args);
    const ended = call
      .catch(() => undefined)
      // Its status goes out meanwhile.
      .then(() => new Promise<void>((resolve) => setImmediate(resolve)))
      .finally(() => running.delete(ended));
    running.add(ended);
    return call;
  };

  return {
    /** Resolves when no call runs any more. */
    ended: async () => {
      await Promise.all(running);
    },

    unary:
      <Request, Response>(
        handle: (request: Request, context: Context) => Promise<Response>,
      ): handleUnaryCall<Request, Response> =>
      (call, callback) => {
        during(call, async (context) => callback(null, await handle(call.request, context))).catch((error: unknown) =>
          callback(explain(error)),
        );
      },

    clientStream:
      <Request, Response>(
        handle: (requests: AsyncIterable<Request>, context: Context) => Promise<Response>,
      ): handleClientStreamingCall<Request, Response> =>
      (call, callback) => {
        during(call, async (context) => callback(null, await handle(call, context))).catch((error: unknown) => {
          if (call.destroyed || call.readableEnded) return callback(explain(error));
          // Whoever still writes takes an early answer for a broken connection: the rest is read and let go.
          call.once('end', () => callback(explain(error)));
          call.resume();
        });
      },

    serverStream:
      <Request, Response>(handle: (request: Request, send: Send<Response>, context: Context) => Promise<void>) =>
      (call: ServerWritableStream<Request, Response[]>): void => {
        const work = async (context: Context) => {
          await handle(call.request, senderTo(call, context.signal), context);
          call.end();
        };
        during(call, work, { long: true }).catch((error: unknown) => call.emit('error', explain(error)));
      },

    duplex:
      <Request, Response>(
        handle: (requests: AsyncIterable<Request>, send: Send<Response>, context: Context) => Promise<void>,
      ) =>
      (call: ServerDuplexStream<Request, Response[]>): void => {
        const work = async (context: Context) => {
          await handle(call, senderTo(call, context.signal), context);
          call.end();
        };
        during(call, work, { long: true }).catch((error: unknown) => call.emit('error', explain(error)));
      },
  };
};
