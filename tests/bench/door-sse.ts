import { type IncomingMessage, request } from 'node:http';
import { z } from 'zod';
import { type Door, microseconds, type OnToken, type Reading, type Target } from './door.ts';

const genSchema = z.object({ genId: z.string() });

/** Splits a stream into frames; a token's data is all that is looked at, for the reader should cost little. */
const frameReader = (onGen: (turnId: string) => void, onToken: OnToken) => {
  let rest = '';
  return (chunk: string): void => {
    const at = microseconds();
    const text = rest + chunk;
    let start = 0;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n', start)) {
      const data = () => text.slice(text.indexOf('\ndata: ', start) + 7, end);
      if (text.startsWith('event: token\n', start)) onToken(data(), at);
      else if (text.startsWith('event: gen\n', start)) onGen(genSchema.parse(JSON.parse(data())).genId);
      start = end + 2;
    }
    rest = text.slice(start);
  };
};

const read = (
  { url, cookie }: Target,
  { path, body, turnId }: { path: string; body?: unknown; turnId?: string },
  onToken: OnToken,
): Reading => {
  let asked: ReturnType<typeof request> | undefined;
  let resolveId: (turnId: string) => void = () => undefined;
  const id =
    turnId === undefined
      ? new Promise<string>((resolve) => {
          resolveId = resolve;
        })
      : Promise.resolve(turnId);
  let join: () => void = () => undefined;
  const joined = new Promise<void>((resolve) => {
    join = resolve;
  });
  const ended = new Promise<void>((resolve, reject) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const onResponse = (response: IncomingMessage) => {
      join();
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
      response.setEncoding('utf8').on('data', frameReader(resolveId, onToken)).on('close', resolve);
      response.on('error', () => undefined);
    };
    asked = request(`${url}${path}`, { method: body ? 'POST' : 'GET', agent: false, headers }, onResponse);
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
  return { turnId: id, joined, ended, close: () => asked?.destroy() };
};

export const sseDoor: Door = {
  ask: (target, message, onToken) => read(target, { path: '/api/chat/stream', body: { message } }, onToken),
  follow: (target, turnId, from, onToken) =>
    read(target, { path: `/api/chat/stream/${turnId}?since=${from}`, turnId }, onToken),
};
