import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** A real HTTP server on this machine; `close` ends its connections, too. */
export async function listen(listener: RequestListener, port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const { url, close } = await listen(() => undefined);
  await close();
  return Number(new URL(url).port);
}
