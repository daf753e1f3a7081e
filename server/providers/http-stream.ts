import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { TurnlogError } from '../errors.ts';
import type { Piece } from './provider.ts';

/** Milliseconds until the first byte of a body (a cold model is loaded meanwhile), and between two later reads. */
export type Timeouts = { readonly firstByteMs: number; readonly idleMs: number };

export const generationTimeouts: Timeouts = { firstByteMs: 300_000, idleMs: 60_000 };

/** One request to a provider. `body` is sent as JSON. */
export type Call = {
  readonly provider: string;
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

const errorBodyLimit = 64 * 1024;
const jsonLimit = 8 * 1024 * 1024;
/** The longest frame (line or SSE event) that is waited for, in characters. */
export const frameLimit = 8 * 1024 * 1024;

/** What went wrong in words that are safe to show; what the provider said belongs into `cause`. */
export function providerFailed(provider: string, what: string, cause?: unknown, status?: number): TurnlogError {
  return new TurnlogError('PROVIDER_FAILED', `${provider} ${what}`, {
    retryable: status === undefined || status === 429 || status >= 500,
    details: status === undefined ? { provider } : { provider, status },
    cause,
  });
}

/**
 * The body of a response as text, one piece a read of the network, with no character ever cut. Every call has a socket
 * of its own, which closes the moment the signal is aborted, a time-out passes or the iteration is left.
 * @throws the signal's reason when aborted; TurnlogError PROVIDER_FAILED otherwise.
 */
export async function* readText(call: Call, timeouts: Timeouts, signal: AbortSignal): AsyncGenerator<string, void> {
  signal.throwIfAborted();
  const request = send(call);
  const responded = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    // Stays on for the socket's life: an error after the response is told here as well, and must not be uncaught.
    request.on('error', reject);
  });
  let response: IncomingMessage | undefined;
  let expired: TurnlogError | undefined;
  // A consumer that takes its time is not the provider's silence.
  let waiting = true;
  const end = (reason?: Error) => (response ?? request).destroy(reason);
  const startTimer = (ms: number) =>
    setTimeout(() => {
      if (!waiting) return;
      expired = providerFailed(call.provider, `said nothing for ${ms / 1000} s`);
      end(expired);
    }, ms);
  const abort = () => end(new Error('aborted'));
  signal.addEventListener('abort', abort, { once: true });
  let timer = startTimer(timeouts.firstByteMs);
  try {
    request.end(call.body === undefined ? undefined : JSON.stringify(call.body));
    response = await responded;
    // The decoder behind setEncoding holds back the bytes of a character that isn't whole yet.
    const texts: AsyncIterable<string> = response.setEncoding('utf8');
    const status = response.statusCode ?? 0;
    if (status < 200 || status > 299) {
      const body = await collect(texts, errorBodyLimit);
      throw providerFailed(call.provider, `answered with status ${status}`, new Error(body), status);
    }
    let first = true;
    for await (const text of texts) {
      waiting = false;
      yield text;
      waiting = true;
      if (first) {
        first = false;
        clearTimeout(timer);
        timer = startTimer(timeouts.idleMs);
      } else timer.refresh();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TurnlogError) throw error;
    throw expired ?? providerFailed(call.provider, response ? 'broke off' : 'could not be reached', error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    end();
  }
}

/** A whole JSON body, at most 8 Mi characters. Errors as in {@link readText}. */
export async function readJson(call: Call, timeouts: Timeouts, signal: AbortSignal): Promise<unknown> {
  const body = await collect(readText(call, timeouts, signal), jsonLimit);
  return parseJson(call.provider, body);
}

export function parseJson(provider: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw providerFailed(provider, 'sent what is not JSON', cause);
  }
}

/** Takes what was read of a stream, in order, and `undefined` at its end. It may throw after it has yielded. */
export type Decode = (text: string | undefined) => Iterable<Piece>;

/** Decodes a stream up to and with its `finish`; a stream that ends without one is a failure. */
export async function* readPieces(
  provider: string,
  texts: AsyncIterable<string>,
  decode: Decode,
  signal: AbortSignal,
  onEnd: () => void = () => {},
): AsyncGenerator<Piece, void> {
  try {
    for await (const text of texts) {
      for (const piece of decode(text)) {
        // One read may hold thousands of tokens: what is left of it ends with the abort, too.
        if (signal.aborted) throw signal.reason;
        yield piece;
        if (piece.kind === 'finish') return;
      }
    }
    for (const piece of decode(undefined)) {
      yield piece;
      if (piece.kind === 'finish') return;
    }
    throw providerFailed(provider, 'ended its answer early');
  } finally {
    onEnd();
  }
}

/** `base` with `path` behind its own; a query of the base is kept. */
export function endpoint(base: string, path: string): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url;
}

function send(call: Call) {
  const headers = { accept: '*/*', ...(call.body === undefined ? {} : { 'content-type': 'application/json' }) };
  try {
    return (call.url.protocol === 'https:' ? httpsRequest : httpRequest)(call.url, {
      method: call.method,
      agent: false,
      headers: { ...headers, ...call.headers },
    });
  } catch (cause) {
    throw providerFailed(call.provider, 'could not be asked', cause);
  }
}

async function collect(texts: AsyncIterable<string>, limit: number): Promise<string> {
  let all = '';
  for await (const text of texts) {
    all += text;
    if (all.length > limit) return all.slice(0, limit);
  }
  return all;
}
