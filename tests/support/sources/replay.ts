import type { IncomingHttpHeaders } from 'node:http';
import { sourceNames } from '../../../server/tools/sources.ts';
import { listen } from '../listen.ts';

/** `silent`: the request is taken, and never answered; `held`: not before this resolves. */
export type Recorded = {
  readonly status?: number;
  readonly type: string;
  readonly body: string;
  readonly silent?: boolean;
  readonly held?: Promise<void>;
};
/** What a source answers by path, or by path and query where that says more. */
export type Recording = Readonly<Record<string, Recorded>>;

export const json = (value: unknown, status = 200): Recorded => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});
export const xml = (body: string): Recorded => ({ type: 'text/xml; charset=utf-8', body });

export const silence: Recorded = { type: '', body: '', silent: true };

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
};

/** A real HTTP server in the place of every public source. */
export const startSources = async () => {
  let answer: (path: string, search: string) => Recorded = () => json({ error: 'nothing is recorded' }, 404);
  let asked: Asked[] = [];
  const server = await listen(async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    asked.push({
      method: request.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: body === '' ? null : JSON.parse(body),
    });
    const { status = 200, type, body: sent, silent, held } = answer(pathname, search);
    if (silent) return;
    await held;
    response.writeHead(status, { 'content-type': type }).end(sent);
  });
  return {
    url: server.url,
    /** Every source, by the address of this server; SearXNG is left out where Wikipedia is to be asked. */
    urls: Object.fromEntries(sourceNames.map((name) => [name, server.url])),
    replay(recording: Recording) {
      asked = [];
      answer = (path, search) =>
        recording[path + search] ?? recording[path] ?? json({ error: `nothing is recorded for ${path}` }, 404);
    },
    answerAll(recorded: Recorded) {
      asked = [];
      answer = () => recorded;
    },
    asked: (): readonly Asked[] => asked,
    close: server.close,
  };
};
export type Sources = Awaited<ReturnType<typeof startSources>>;
