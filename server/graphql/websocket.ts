import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CloseCode, handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { HeadersLike } from '../auth/credentials.ts';
import { isForeign } from '../auth/origin.ts';
import { type ErrorCode, retryAfterOf, TurnlogError } from '../errors.ts';
import { serverStops } from './lifetimes.ts';
import { type Connection, createProtocol, type ProtocolDeps } from './protocol.ts';
import { createSender } from './socket.ts';

const PATH = '/graphql';
const GOING_AWAY = 1001;
/** A socket's close codes; whatever else ends one is a fault of ours. */
const closings: Partial<Record<ErrorCode, readonly [code: number, reason: string]>> = {
  UNAUTHENTICATED: [CloseCode.Unauthorized, 'Unauthorized'],
  FORBIDDEN: [CloseCode.Forbidden, 'Forbidden'],
  RATE_LIMITED: [CloseCode.TooManyInitialisationRequests, 'Too many requests'],
  STORE_UNAVAILABLE: [GOING_AWAY, 'Going away'],
};

const PING_MS = 15_000;
/** Pings that may stay unanswered: a reader can pause for more than a minute. */
const MAX_MISSED = 6;
/** How long a peer has to answer a close. */
const CLOSE_MS = 2_000;

const headersOf = ({ headers }: IncomingMessage): HeadersLike => ({
  get: (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  },
});

/** `graphql-ws` over a Node server's upgrades. Uncompressed: tokens are small and many. */
export const openWebSocket = (protocolDeps: ProtocolDeps) => {
  const { log, appUrl, maxBodyBytes, admitAddress, later, every } = protocolDeps.deps;
  const protocol = createProtocol(protocolDeps);
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxBodyBytes,
    handleProtocols,
  });
  const missed = new WeakMap<WebSocket, number>();

  const stopPinging = every(PING_MS, () => {
    for (const socket of sockets.clients) {
      const count = missed.get(socket) ?? 0;
      missed.set(socket, count + 1);
      if (count >= MAX_MISSED) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.ping();
    }
  });

  const closeSoon = (socket: WebSocket, code: number, reason: string): void => {
    socket.close(code, reason);
    socket.once(
      'close',
      later(CLOSE_MS, () => socket.terminate()),
    );
  };

  const end = (socket: WebSocket, error: unknown): void => {
    const known = error instanceof TurnlogError ? closings[error.code] : undefined;
    if (!known) log.error({ err: error }, 'a WebSocket failed');
    closeSoon(socket, ...(known ?? ([CloseCode.InternalServerError, 'Internal server error'] as const)));
  };

  const opened = (socket: WebSocket, raw: Duplex, request: IncomingMessage): void => {
    socket.on('error', (error) => log.debug({ err: error }, 'a WebSocket broke off'));
    const headers = headersOf(request);
    if (isForeign({ method: 'GET', path: PATH, headers }, appUrl)) {
      end(socket, new TurnlogError('FORBIDDEN', 'this request comes from another site'));
      return;
    }
    const heard = () => missed.set(socket, 0);
    const send = createSender(socket, raw);
    const connection: Connection = {
      send,
      onEnd: (reason) => socket.readyState === socket.OPEN && end(socket, reason),
      headers,
      isClosed: false,
      caller: null,
    };
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send,
        close: (code = GOING_AWAY, reason = '') => closeSoon(socket, code, reason),
        onMessage: (take) => {
          socket.on('message', (data) => {
            heard();
            take(String(data)).catch((error: unknown) => end(socket, error));
          });
        },
      },
      connection,
    );
    socket.on('pong', heard);
    socket.once('close', (code, reason) => {
      closed(code, String(reason)).catch((error: unknown) => log.error({ err: error }, 'a WebSocket failed to end'));
    });
  };

  return {
    attach(server: Server): void {
      server.on('upgrade', (request, raw, head) => {
        const refuse = (status: string) => {
          raw.on('error', () => raw.destroy());
          raw.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
        };
        if (request.url?.split('?', 1)[0] !== PATH) return refuse('404 Not Found');
        const forwardedFor = headersOf(request).get('x-forwarded-for');
        admitAddress({ peer: request.socket.remoteAddress, forwardedFor }).then(
          () => sockets.handleUpgrade(request, raw, head, (socket) => opened(socket, raw, request)),
          (error: unknown) => refuse(`429 Too Many Requests\r\nretry-after: ${retryAfterOf(error)}`),
        );
      });
    },
    /** Refuses new sockets; resolves once every other is closed. */
    async close(): Promise<void> {
      stopPinging();
      for (const socket of sockets.clients) end(socket, serverStops());
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
    },
  };
};
