import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { asRevision } from '../../../schema/order.ts';
import { turnStream } from '../../../schema/streams.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { createLog } from '../../../server/log.ts';
import { openTurnBlobs } from '../../../server/rest/blobs.ts';
import { streamTurn } from '../../../server/rest/chat-stream.ts';
import { openSse, type SseStream } from '../../../server/rest/sse.ts';
import { injected } from '../../support/injected.ts';
import { openRaw } from '../../support/raw-http.ts';
import { openDatabase } from '../../support/sql.ts';
import { alice, samples, uuid } from '../../support/turn-samples.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const serve = async (answer: (response: ServerResponse) => void): Promise<string> => {
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
};

/** Serves one event stream, which is opened once somebody asks. */
const opening = async (time: Parameters<typeof openSse>[1]) => {
  let open: (sse: SseStream) => void = () => undefined;
  const opened = new Promise<SseStream>((resolve) => {
    open = resolve;
  });
  return { url: await serve((response) => open(openSse(response, time))), opened };
};

/** The chunks of HTTP that came on a connection of its own. */
const chunksFrom = async (url: string): Promise<string[]> => {
  const raw = await openRaw(url);
  raw.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => raw.answer().endsWith('\r\n0\r\n\r\n')).toBe(true);
  raw.destroy();
  const [, body = ''] = raw.answer().split(/\r\n\r\n([\s\S]*)/);
  const chunks: string[] = [];
  for (let rest = body; rest !== ''; ) {
    const head = rest.indexOf('\r\n') + 2;
    const size = Number.parseInt(rest, 16);
    if (size > 0) chunks.push(rest.slice(head, head + size));
    rest = rest.slice(head + size + 2);
  }
  return chunks;
};

const until = async (url: string, isEnough: (text: string) => boolean): Promise<string> => {
  const response = await new Promise<IncomingMessage>((resolve) => get(url, resolve));
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += String(chunk);
    if (isEnough(text)) break;
  }
  return text;
};

describe('an event stream', () => {
  it('writes each frame by itself, however many are ready at once', async () => {
    const frames = Array.from({ length: 3_000 }, (_, n) => `data: ${n} ${'x'.repeat(500)}\n\n`);
    const url = await serve((response) => {
      const sse = openSse(response, injected);
      void sse.write(frames.flatMap((frame) => [Buffer.from(frame), null])).then(sse.end);
    });
    expect(await chunksFrom(url)).toEqual(frames);
  });

  it('says every so often that it lives, while it has nothing else to say', async () => {
    const url = await serve((response) => void openSse(response, injected, 10));
    expect(await until(url, (text) => text.length >= 39)).toBe(': keepalive\n\n'.repeat(3));
  });

  it('counts the silence from what it said last', async () => {
    let at = 0;
    const timers: { ms: number; work: () => void }[] = [];
    const later = (ms: number, work: () => void) => {
      timers.push({ ms, work });
      return () => undefined;
    };
    const { url, opened } = await opening({ elapsed: () => at, later });
    const heard = until(url, (text) => text.endsWith(': keepalive\n\n'));
    const sse = await opened;
    at = 10_000;
    await sse.write([Buffer.from('data: 1\n\n')]);
    for (at of [15_000, 25_000]) timers.at(-1)?.work();
    expect(timers.map(({ ms }) => ms)).toEqual([15_000, 10_000, 15_000]);
    expect(await heard).toBe('data: 1\n\n: keepalive\n\n');
    sse.end();
  });

  it('takes frames that there are none of for silence', async () => {
    let at = 0;
    const timers: (() => void)[] = [];
    const later = (_: number, work: () => void) => {
      timers.push(work);
      return () => undefined;
    };
    const { url, opened } = await opening({ elapsed: () => at, later });
    const heard = until(url, (text) => text.length > 0);
    const sse = await opened;
    at = 10_000;
    await sse.write([null]);
    at = 15_000;
    timers.at(-1)?.();
    expect(await heard).toBe(': keepalive\n\n');
    sse.end();
  });

  it.each(['end', 'breakOff'] as const)('keeps one timer, and none past its %s, though a write waits', async (how) => {
    const waiting = new Set<symbol>();
    let made = 0;
    const later = (ms: number, work: () => void) => {
      const timer = Symbol();
      waiting.add(timer);
      made += 1;
      const cancel = injected.later(ms, work);
      return () => {
        waiting.delete(timer);
        cancel();
      };
    };
    const { url, opened } = await opening({ ...injected, later });
    const reader = await new Promise<IncomingMessage>((resolve) => get(url, resolve));
    reader.on('error', () => undefined);
    const sse = await opened;
    for (let n = 0; n < 3; n += 1) await sse.write([Buffer.from('data: 1\n\n')]);
    const written = sse.write([Buffer.alloc(32 * 1024 * 1024)]);
    expect(waiting.size).toBe(1);
    sse[how]();
    expect(waiting.size).toBe(0);
    reader.resume();
    await written;
    expect({ made, waiting: waiting.size }).toEqual({ made: 1, waiting: 0 });
  });

  it('of a turn says so, too, while the turn waits in the line', async () => {
    const { sql, close } = await openDatabase('pglite');
    const store = await openEventStore(sql, { log: createLog('silent'), ...injected });
    closing.push(close, () => store.close());
    const turnId = uuid(1);
    const events = [
      { id: uuid(11), type: 'TurnRequested', data: samples.TurnRequested },
      { id: uuid(12), type: 'TurnQueued', data: { lane: 'chat', place: 2 } },
    ];
    const owner = { userId: alice, conversationId: samples.TurnRequested.conversationId };
    await store.append(turnStream(turnId), events, { expectedRevision: 'no_stream', owner });
    const gone = new AbortController();
    closing.push(() => gone.abort());
    async function* places() {
      yield 2;
      await new Promise((resolve) => gone.signal.addEventListener('abort', resolve));
    }
    const watch = () => new Promise<void>(() => undefined);
    const reading = { turnId, from: asRevision(0), after: undefined, watch };
    const turnBlobs = openTurnBlobs({ store, blobs: { read: async () => null } });
    const failures: unknown[] = [];
    const url = await serve((response) => {
      const deps = {
        ...injected,
        stopping: new AbortController().signal,
        store,
        queue: { places },
        turnBlobs,
        keepaliveMs: 10,
      };
      const ended = streamTurn(deps, response, reading, (error) => failures.push(error));
      closing.push(() => ended);
      response.once('close', () => gone.abort());
    });
    const text = await until(url, (seen) => /event: queue[\s\S]*(: keepalive\n\n){3}$/.test(seen));
    expect(text.match(/event: \w+/g)).toEqual(['event: gen', 'event: queue']);
    expect(failures).toEqual([]);
  });
});
