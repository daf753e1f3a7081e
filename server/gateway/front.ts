import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { listenAt } from '../listen.ts';
import type { Tls } from './tls.ts';

/** Where a connection goes, by what it speaks. */
type Destinations = { readonly http2: (socket: Socket) => void; readonly http1: HttpServer };

/** Whoever has connected and says nothing is let go. */
const FIRST_WORD_MS = 10_000;
/** What an HTTP/2 connection begins with, RFC 9113, section 3.4. */
const PREFACE = 'PRI ';

const listenWith = (tls: Tls | null, route: (socket: Socket, isHttp2: boolean | null) => void): Server => {
  if (!tls) return createServer((socket) => route(socket, null));
  const server = createTlsServer({ ...tls, ALPNProtocols: ['h2', 'http/1.1'], handshakeTimeout: FIRST_WORD_MS });
  // A handshake that fails is the caller's affair.
  server.on('tlsClientError', (_, socket: TLSSocket) => socket.destroy());
  return server.on('secureConnection', (socket) => route(socket, socket.alpnProtocol === 'h2'));
};

type Place = { readonly port: number; readonly host: string; readonly tls: Tls | null };

/**
 * One port for gRPC and HTTP/1.1: told apart by the handshake or, without TLS, by the first bytes. `onError` hears of a
 * caller who couldn't be taken; others are still taken.
 * @throws TurnlogError VALIDATION where it cannot listen
 */
export const openFront = async (
  { port, host, tls }: Place,
  onError: (error: Error) => void,
  { http2, http1 }: Destinations,
) => {
  const sockets = new Set<Socket>();

  const hand = (socket: Socket, isHttp2: boolean) => {
    if (isHttp2) return http2(socket);
    http1.emit('connection', socket);
    socket.resume();
  };

  const byFirstWord = (socket: Socket) => {
    socket.setTimeout(FIRST_WORD_MS, () => socket.destroy());
    socket.once('data', (chunk) => {
      socket.setTimeout(0).removeAllListeners('timeout').pause();
      socket.unshift(chunk);
      hand(socket, chunk.subarray(0, PREFACE.length).toString('latin1') === PREFACE);
    });
  };

  const server = listenWith(tls, (socket, isHttp2) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (isHttp2 === null) byFirstWord(socket);
    else hand(socket, isHttp2);
  });

  const bound = await listenAt(server, { port, host }, { port: 'GATEWAY_PORT', host: 'GATEWAY_HOST' });
  server.on('error', onError);

  return {
    port: bound,
    /** Takes nobody new; `cut` ends those who are still there. */
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
