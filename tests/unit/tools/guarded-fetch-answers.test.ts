import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGuardedFetch } from '../../../server/tools/guarded-fetch.ts';
import { listen } from '../../support/listen.ts';

const MEGABYTE = 1024 * 1024;
type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let handle: Handler = () => undefined;
let server: Awaited<ReturnType<typeof listen>>;
let other: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  server = await listen((request, response) => handle(request, response));
  other = await listen((request, response) => handle(request, response));
});
afterAll(() => Promise.all([server.close(), other.close()]));

const ask = async (
  answer: Handler,
  options: { timeoutMs?: number; signal?: AbortSignal; post?: boolean; lookup?: () => Promise<never> } = {},
) => {
  handle = answer;
  const { timeoutMs, signal = new AbortController().signal, post, lookup } = options;
  const base = lookup ? 'http://home.test/' : server.url;
  const hosts = new Set([server, other].map(({ url }) => new URL(url).host).concat('home.test'));
  const fetch = openGuardedFetch({
    allowedHosts: hosts,
    privateHosts: hosts,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(lookup && { lookup }),
  });
  const posted = { method: 'POST', body: { a: 1 }, headers: { authorization: 'Bearer key' } } as const;
  return fetch(new URL('/start', base), { signal, ...(post && posted) });
};
const sending =
  (type: string, body: string | Buffer = '{}', headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(body);

describe('what is read', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8; profile="https://www.mediawiki.org/wiki/Specs/1.0"',
    'application/problem+json',
    'text/json',
    'text/xml;charset=UTF-8',
    'application/xml',
    'application/rss+xml; charset=utf-8',
    'Application/Atom+XML',
  ])('%s', async (type) => {
    expect(await ask(sending(type, '{"ü":1}'))).toBe('{"ü":1}');
  });

  test.each([
    'text/html',
    'text/html; profile=json',
    'text/plain',
    'application/octet-stream',
    'application/javascript',
    'image/svg+xml',
    'application/jsonp',
    '',
  ])('not "%s"', async (type) => {
    await expect(ask(sending(type))).rejects.toMatchObject({
      code: 'PROVIDER_FAILED',
      message: expect.stringMatching(/sent neither JSON nor XML$/),
    });
  });

  test.each([304, 400, 404, 500, 503])('not with status %d', async (status) => {
    const answered = ask((_, response) => void response.writeHead(status, { 'content-type': 'text/json' }).end());
    await expect(answered).rejects.toMatchObject({ code: 'PROVIDER_FAILED', details: { status } });
  });
});

describe('how much is read', () => {
  test('two megabytes', async () => {
    const text = 'x'.repeat(2 * MEGABYTE);
    expect(await ask(sending('text/json', text))).toHaveLength(2 * MEGABYTE);
  });

  test('no byte more, however much is announced', async () => {
    const large = ask(sending('text/json', 'x'.repeat(2 * MEGABYTE + 1)));
    await expect(large).rejects.toMatchObject({ message: expect.stringMatching(/sent more than 2 MB$/) });
  });

  test('nor where the answer comes in pieces that never end', async () => {
    let written = 0;
    const endless: Handler = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/json' });
      const piece = Buffer.alloc(64 * 1024, 0x20);
      const more = () => {
        while (!response.destroyed && response.write(piece)) written += piece.length;
        written += piece.length;
      };
      response.on('drain', more);
      more();
    };
    await expect(ask(endless)).rejects.toMatchObject({ message: expect.stringMatching(/sent more than 2 MB$/) });
    // What the sockets had taken may be more, but not much.
    expect(written).toBeLessThan(16 * MEGABYTE);
  });

  test('nothing that is compressed: a little could stand for a lot', async () => {
    let encodings: string | undefined;
    const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE));
    const answered = ask((request, response) => {
      encodings = request.headers['accept-encoding']?.toString();
      sending('application/json', bomb, { 'content-encoding': 'gzip' })(request, response);
    });
    await expect(answered).rejects.toMatchObject({ message: expect.stringMatching(/sent what is compressed$/) });
    expect(encodings).toBe('identity');
  });
});

describe('how long is waited', () => {
  const message = expect.stringMatching(/took longer than 0.05 s$/);
  test('for an answer', async () => {
    await expect(ask(() => undefined, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'PROVIDER_FAILED', message });
  });

  test('for the rest of one that has begun', async () => {
    const stalling: Handler = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/json' }).write('{"begun":');
    await expect(ask(stalling, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'PROVIDER_FAILED', message });
  });

  test('for a name', async () => {
    const lookup = () => new Promise<never>(() => undefined);
    await expect(ask(() => undefined, { timeoutMs: 50, lookup })).rejects.toMatchObject({ message });
  });

  test('no longer than the caller', async () => {
    const caller = new AbortController();
    const asked = ask(() => caller.abort(new Error('cancelled')), { signal: caller.signal });
    await expect(asked).rejects.toThrow('cancelled');
  });
});

describe('what is sent on after a redirect', () => {
  const seen: {
    host: string | undefined;
    method: string | undefined;
    authorization: string | undefined;
    body: string;
  }[] = [];
  const moving =
    (status: number, to: () => string): Handler =>
    async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      const { host, authorization } = request.headers;
      seen.push({ host, method: request.method, authorization, body });
      if (request.url === '/start') response.writeHead(status, { location: to() }).end();
      else sending('text/json')(request, response);
    };
  const follow = async (status: number, to: () => string) => {
    seen.length = 0;
    await ask(moving(status, to), { post: true });
    return seen[1];
  };

  test('the same by 307 to the same server', async () => {
    expect(await follow(307, () => '/next')).toMatchObject({
      method: 'POST',
      authorization: 'Bearer key',
      body: '{"a":1}',
    });
  });

  test('no body by 302', async () => {
    expect(await follow(302, () => '/next')).toMatchObject({ method: 'GET', authorization: 'Bearer key', body: '' });
  });

  test('neither key nor body to another server', async () => {
    expect(await follow(307, () => `${other.url}/next`)).toEqual({
      host: new URL(other.url).host,
      method: 'GET',
      authorization: undefined,
      body: '',
    });
  });
});
