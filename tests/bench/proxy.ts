import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';

// The baseline, a process of its own: passes an Ollama's tokens on to whoever reads the turn, and keeps nothing.
const [port = '0', ollamaUrl = ''] = process.argv.slice(2);

type Reader = { token(text: string, n: number): void; end(): void };
type Turn = { readonly message: string; readonly readers: Set<Reader>; running: boolean };

const chunkSchema = z.object({ message: z.object({ content: z.string() }), done: z.boolean() });
const turns = new Map<string, Turn>();

const open = (message: string): string => {
  const id = randomUUID();
  turns.set(id, { message, readers: new Set(), running: false });
  return id;
};

const run = (id: string, turn: Turn): void => {
  turn.running = true;
  let n = 0;
  let rest = '';
  const asking = request(`${ollamaUrl}/api/chat`, { method: 'POST', agent: false }, (response) => {
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { message, done } = chunkSchema.parse(JSON.parse(line));
        if (done) continue;
        n += 1;
        for (const reader of turn.readers) reader.token(message.content, n);
      }
    });
    response.on('close', () => {
      turns.delete(id);
      for (const reader of turn.readers) reader.end();
    });
  });
  asking.end(
    JSON.stringify({ model: 'fake:latest', stream: true, messages: [{ role: 'user', content: turn.message }] }),
  );
};

const join = (id: string, reader: Reader): (() => void) => {
  const turn = turns.get(id);
  if (!turn) {
    reader.end();
    return () => undefined;
  }
  turn.readers.add(reader);
  if (!turn.running) run(id, turn);
  return () => turn.readers.delete(reader);
};

const frames = (id: string, response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  response.socket?.setNoDelay(true);
  response.write(`event: gen\nid: 0\ndata: ${JSON.stringify({ genId: id })}\n\n`);
  const leave = join(id, {
    token: (text, n) => response.write(`event: token\nid: ${n}\ndata: ${text}\n\n`),
    end: () => response.end(),
  });
  response.on('close', leave);
};

const readJson = async (incoming: IncomingMessage): Promise<unknown> => {
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += String(chunk);
  return JSON.parse(body);
};

const messageSchema = z.object({ message: z.string() });
const mutationSchema = z.object({ variables: z.object({ input: messageSchema }) });

const server = createServer((incoming, response) => {
  const answer = async () => {
    const { method, url = '' } = incoming;
    if (method === 'GET' && url.startsWith('/api/chat/stream/'))
      return frames(url.slice(17).split('?')[0] ?? '', response);
    if (method !== 'POST') return response.end('{}');
    const body = await readJson(incoming);
    if (url === '/api/chat/stream') return frames(open(messageSchema.parse(body).message), response);
    const turnId = open(mutationSchema.parse(body).variables.input.message);
    return response.end(JSON.stringify({ data: { sendMessage: { turnId, cursor: '1' } } }));
  };
  answer().catch(() => response.destroy());
});

const toServerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_init') }),
  z.object({
    type: z.literal('subscribe'),
    id: z.string(),
    payload: z.object({ variables: z.object({ turnId: z.string() }) }),
  }),
]);

const sockets = new WebSocketServer({
  server,
  perMessageDeflate: false,
  handleProtocols: () => 'graphql-transport-ws',
});
sockets.on('connection', (socket: WebSocket) => {
  socket.on('message', (data) => {
    const message = toServerSchema.parse(JSON.parse(String(data)));
    if (message.type === 'connection_init') return socket.send('{"type":"connection_ack"}');
    const { id, payload } = message;
    const leave = join(payload.variables.turnId, {
      token: (text, n) => {
        const turnEvents = { __typename: 'TokenGenerated', cursor: String(n), text };
        socket.send(JSON.stringify({ id, type: 'next', payload: { data: { turnEvents } } }));
      },
      end: () => socket.send(JSON.stringify({ id, type: 'complete' })),
    });
    socket.on('close', leave);
  });
});

server.listen(Number(port), '127.0.0.1');
