import { createServer, type Server } from 'node:http';

/** What a node of EventStoreDB answers over HTTP/1.1 on the same port, as far as clients and health checks ask for it. */
export const createHttpServer = (): Server =>
  createServer((request, response) => {
    request.resume();
    const path = request.url?.split('?', 1)[0];
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads && path === '/ping') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ msgTypeId: 1, text: 'Ping request successfully handled' }));
    } else {
      response.statusCode = reads && path === '/health/live' ? 204 : 404;
      response.end();
    }
  });
