import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Config } from '../config.ts';
import { TurnlogError } from '../errors.ts';
import { listenAt } from '../listen.ts';
import type { DoorEnv } from '../rest/guards.ts';
import type { Time } from '../time.ts';

const MAX_HEADER_BYTES = 16 * 1024;

/** What keeps a client from holding a connection by sending slowly. Answers may take as long as they take. */
const serverOptions = ({ requestTimeoutMs }: Config) => ({
  requestTimeout: requestTimeoutMs,
  headersTimeout: Math.ceil(requestTimeoutMs / 4),
  connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 8),
  maxHeaderSize: MAX_HEADER_BYTES,
});

export const createServer = (routes: Hono<DoorEnv>, config: Config): Server => {
  const server = createAdaptorServer({
    fetch: routes.fetch,
    overrideGlobalObjects: false,
    serverOptions: serverOptions(config),
  });
  if (!('closeIdleConnections' in server)) throw new TurnlogError('UNEXPECTED', 'an HTTP/1.1 server is needed');
  return server;
};

/** Answers with the address to show. */
export const listen = async (server: Server, { port, host }: Pick<Config, 'port' | 'host'>): Promise<string> => {
  const bound = await listenAt(server, { port, host }, { port: 'PORT', host: 'HOST' });
  const shown = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${bound}`;
};

/**
 * Takes no more requests. Readers have `lastFramesMs` to take their last frames: who reads a turn without an end comes
 * again, here after the restart or to another process. Resolves once every connection is closed.
 */
export const closeServer = (server: Server, { later, every }: Time, lastFramesMs: number): Promise<void> => {
  const stopLooking = every(100, () => server.closeIdleConnections());
  const cancelCut = later(lastFramesMs, () => server.closeAllConnections());
  return new Promise((resolve) =>
    server.close(() => {
      stopLooking();
      cancelCut();
      resolve();
    }),
  );
};
