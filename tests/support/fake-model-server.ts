import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as immediate } from 'node:timers/promises';
import { listen } from './listen.ts';

/** How one request is answered. Without anything: twenty tokens at once, and the protocol's own end. */
export type Reply = {
  /** What to say, or how many tokens of the fake's own. */
  readonly tokens?: readonly string[] | number;
  readonly reasoning?: readonly string[];
  /** Before the first token. */
  readonly waitMs?: number;
  /** Nothing is said before this resolves. */
  readonly held?: Promise<void>;
  /** Before each token. */
  readonly delayMs?: number;
  /** Each token is the microsecond (CLOCK_MONOTONIC, the same in all processes) at which it was written. */
  readonly stamp?: boolean;
  /**
   * After the last token: the protocol's end, its error within the stream (`fail`), a body that ends without it
   * (`end`), silence (`stall`), or a torn connection (`cut`).
   */
  readonly ending?: 'done' | 'fail' | 'end' | 'stall' | 'cut';
  readonly finish?: string;
  /** Cuts the bytes of the answer into writes of this length, characters and lines included. */
  readonly bytesPerWrite?: number;
  /** In place of the protocol: exact writes, and numbers for milliseconds between them. */
  readonly wire?: readonly (string | Uint8Array | number)[];
  /** In place of a stream: this status, with `body` as it is, and silence after it where `ending` says `stall`. */
  readonly status?: number;
  readonly body?: string;
};

/** One request and what became of it; times are `performance.now()` of this process. */
export type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly sent: { readonly text: string; readonly at: number }[];
  /** When the client's socket had closed, whoever closed it. */
  closedAt: number | undefined;
  readonly closed: Promise<number>;
};

/** How a protocol writes what a model says. */
export type Wire = {
  readonly contentType: string;
  readonly start: string;
  token(text: string, kind: 'text' | 'reasoning'): string;
  readonly failure: string;
  end(tokens: number, finish: string): string;
};

export type Answer =
  | { readonly status?: number; readonly json: unknown; readonly after?: Promise<void> | undefined }
  | { readonly wire: Wire };

/** What the user said last, and the answer to go on with. */
export type Prompt = { readonly said: string; readonly begun?: string | undefined };

/** The last user message and, where `continues` and it comes last, the answer that was begun. */
export function readPrompt(messages: readonly { role: string; content: string }[], continues: boolean): Prompt {
  const last = messages.at(-1);
  return {
    said: messages.findLast(({ role }) => role === 'user')?.content ?? '',
    begun: continues && last?.role === 'assistant' ? last.content : undefined,
  };
}

export type LookUp = { readonly path: string; readonly body: unknown };

export type FakeModelServer = {
  readonly url: string;
  /** Streams asked for, in their order; look-ups are not among them. */
  readonly exchanges: readonly Exchange[];
  /** What else was posted, in its order: tools to be chosen, models to be loaded, texts to be embedded. */
  readonly lookUps: readonly LookUp[];
  /** The nth stream, waited for. */
  exchange(n?: number): Promise<Exchange>;
  /** Answers the next stream that isn't spoken for; later ones queue up. What the user says decides where none is left. */
  reply(reply: Reply): void;
  close(): Promise<void>;
};

/** A real HTTP server. `answer` is the protocol: it sees a request and says what it gets. */
export async function startFakeModelServer(
  port: number,
  answer: (method: string, path: string, body: unknown, headers: IncomingHttpHeaders) => Answer,
  promptOf: (body: unknown) => Prompt,
): Promise<FakeModelServer> {
  const exchanges: Exchange[] = [];
  const lookUps: LookUp[] = [];
  const replies: Reply[] = [];
  const arrivals = new Set<() => void>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const body = await readBody(request);
    const answered = answer(method, path, body, headers);
    if ('json' in answered) {
      if (method === 'POST') lookUps.push({ path, body });
      await answered.after;
      response.writeHead(answered.status ?? 200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(answered.json));
      return;
    }
    const exchange = record(request, { method, path, headers, body });
    exchanges.push(exchange);
    for (const arrived of [...arrivals]) arrived();
    const { said, begun } = promptOf(body);
    const reply = alphabet(said) ?? replies.shift() ?? steered(said);
    await play(response, answered.wire, reply, exchange, begun);
  }

  const server = await listen((request, response) => {
    // The client has gone; its exchange says when.
    handle(request, response).catch(() => response.destroy());
  }, port);

  return {
    url: server.url,
    exchanges,
    lookUps,
    async exchange(n = 0) {
      for (;;) {
        const found = exchanges[n];
        if (found) return found;
        await new Promise<void>((resolve) => {
          const arrived = () => {
            arrivals.delete(arrived);
            resolve();
          };
          arrivals.add(arrived);
        });
      }
    },
    reply: (reply) => void replies.push(reply),
    close: () => server.close(),
  };
}

function record(request: IncomingMessage, told: Pick<Exchange, 'method' | 'path' | 'headers' | 'body'>): Exchange {
  const { promise: closed, resolve } = withResolvers();
  const exchange: Exchange = { ...told, sent: [], closedAt: undefined, closed };
  const close = () => {
    exchange.closedAt = performance.now();
    resolve(exchange.closedAt);
  };
  if (request.socket.destroyed) close();
  else request.socket.once('close', close);
  return exchange;
}

function withResolvers(): { promise: Promise<number>; resolve: (value: number) => void } {
  let resolve: (value: number) => void = () => {};
  const promise = new Promise<number>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

/**
 * What a message asks of the fake: `tokens=200 size=1000 wait=500 delay=20 reasoning=3 stamp=1` anywhere in it and, after `/script`, one
 * of the words `fail stall end cut` for what follows the last token.
 */
function steered(message: string): Reply {
  const number = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)\\b`).exec(message)?.[1] ?? Number.NaN);
  const or = (value: number, otherwise: number) => (Number.isNaN(value) ? otherwise : value);
  const ending = /^\/script\b.*\b(fail|stall|end|cut)\b/.exec(message)?.[1];
  return {
    tokens: sized(or(number('tokens'), 20), number('size')),
    reasoning: Array.from({ length: or(number('reasoning'), 0) }, (_, n) => `thought${n} `),
    waitMs: or(number('wait'), 0),
    delayMs: or(number('delay'), 0),
    stamp: number('stamp') === 1,
    ending: ending === 'fail' || ending === 'stall' || ending === 'end' || ending === 'cut' ? ending : 'done',
  };
}

/** So many tokens, each of so many characters where that is said. */
const sized = (count: number, size: number): readonly string[] | number =>
  Number.isNaN(size) ? count : Array.from({ length: count }, () => 'x'.repeat(size));

/** Every model knows it: it is asked for to see whether a model continues what was begun. */
function alphabet(message: string): Reply | undefined {
  return /capital letters from A to Z/.test(message)
    ? { tokens: Array.from({ length: 26 }, (_, n) => `${String.fromCharCode(65 + n)} `) }
    : undefined;
}

/** The texts behind what was begun, which may end within one. */
function behind(begun: string, texts: readonly string[]): readonly string[] {
  let left = begun.length;
  return texts.flatMap((text) => {
    const rest = text.slice(left);
    left = Math.max(0, left - text.length);
    return rest === '' ? [] : [rest];
  });
}

/** Tokens without a delay share writes of this many. */
const tokensAtOnce = 64;

async function play(
  response: ServerResponse,
  wire: Wire,
  reply: Reply,
  exchange: Exchange,
  begun: string | undefined,
): Promise<void> {
  const { waitMs = 0, delayMs = 0, ending = 'done', finish = 'stop', stamp = false } = reply;
  const reasoning = begun === undefined ? (reply.reasoning ?? []) : [];
  if (reply.status !== undefined) {
    response.writeHead(reply.status, { 'content-type': 'application/json; charset=utf-8' }).write(reply.body ?? ' ');
    if (ending === 'stall') await exchange.closed;
    response.end();
    return;
  }
  response.setHeader('content-type', wire.contentType);
  const write = writer(response, exchange, reply.bytesPerWrite);
  await reply.held;
  if (waitMs > 0) await pause(waitMs);
  if (reply.wire) {
    for (const part of reply.wire) await (typeof part === 'number' ? pause(part) : write(part));
  } else {
    const whole =
      typeof reply.tokens === 'object'
        ? reply.tokens
        : Array.from({ length: reply.tokens ?? 20 }, (_, n) => `word${n} `);
    const texts = begun === undefined ? whole : behind(begun, whole);
    const count = texts.length;
    const total = reasoning.length + count;
    let batch = wire.start;
    for (let n = 0; n < total; n++) {
      if (delayMs > 0) await pause(delayMs);
      const thought = reasoning[n];
      const said = n - reasoning.length;
      const text = thought ?? (stamp ? `${process.hrtime.bigint() / 1000n} ` : (texts[said] ?? ''));
      batch += wire.token(text, thought === undefined ? 'text' : 'reasoning');
      exchange.sent.push({ text, at: performance.now() });
      if (delayMs > 0 || n % tokensAtOnce === tokensAtOnce - 1) {
        await write(batch);
        batch = '';
      }
    }
    if (ending === 'done') batch += wire.end(total, finish);
    if (ending === 'fail') batch += wire.failure;
    if (batch !== '') await write(batch);
  }
  if (ending === 'stall') {
    response.flushHeaders();
    await exchange.closed;
  }
  // Later, so that what was written before is read before.
  if (ending === 'cut') await pause(20).then(() => response.destroy());
  response.end();
}

function writer(response: ServerResponse, exchange: Exchange, bytesPerWrite: number | undefined) {
  const one = async (part: string | Uint8Array) => {
    if (exchange.closedAt !== undefined) throw new Error('the client has gone');
    if (!response.write(part)) await Promise.race([once(response, 'drain'), exchange.closed]);
  };
  return async (part: string | Uint8Array) => {
    if (bytesPerWrite === undefined) return one(part);
    const bytes = Buffer.from(part);
    for (let from = 0; from < bytes.length; from += bytesPerWrite) {
      await one(bytes.subarray(from, from + bytesPerWrite));
      // The reader's turn, so that it reads the pieces apart.
      await immediate();
    }
  };
}

/** Never keeps a process alive: the server does. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const texts: AsyncIterable<string> = request.setEncoding('utf8');
  let body = '';
  for await (const text of texts) body += text;
  return body === '' ? undefined : JSON.parse(body);
}
