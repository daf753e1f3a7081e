import { lookup as dnsLookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import ipaddr from 'ipaddr.js';
import { TurnlogError } from '../errors.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const READABLE = /^(?:application|text)\/(?:[\w.-]+\+)?(?:json|xml)\s*(?:;|$)/i;

/** The text of a JSON or XML answer. @throws TurnlogError FORBIDDEN (not allowed to go there), PROVIDER_FAILED */
export type GuardedFetch = (
  url: URL,
  options: {
    readonly signal: AbortSignal;
    readonly headers?: Readonly<Record<string, string>>;
    readonly method?: 'GET' | 'POST';
    readonly body?: unknown;
  },
) => Promise<string>;

export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>;

const forbidden = (message: string, host: string) => new TurnlogError('FORBIDDEN', message, { details: { host } });
const failed = (message: string, host: string, cause?: unknown) =>
  new TurnlogError('PROVIDER_FAILED', `${host} ${message}`, { details: { host }, cause });

/** Only what is reachable from the whole internet; an IPv4 address in IPv6's clothes is judged as what it is. */
const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

const send = (
  url: URL,
  { address, family }: { address: string; family: number },
  { method = 'GET', headers = {}, body, signal }: Parameters<GuardedFetch>[1],
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method,
      signal,
      agent: false,
      headers: {
        accept: 'application/json, application/xml, text/xml',
        'accept-encoding': 'identity',
        'user-agent': 'turnlog',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      // The address that was judged is the one that is asked: a second look-up could answer differently.
      lookup: (_host, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
    });
    request.on('response', resolve);
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** Ends with the signal, although the work cannot be told. */
const until = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });

/** What a redirect leads to is never less safe than what was asked. */
const redirected = (from: URL, location: string): URL => {
  if (!URL.canParse(location, from)) throw failed('redirects to what is no address', from.host);
  const to = new URL(location, from);
  if (from.protocol === 'https:' && to.protocol === 'http:') throw forbidden(`${from.host} redirects to http`, to.host);
  return to;
};

const checkHead = ({ statusCode = 0, headers }: IncomingMessage, host: string): void => {
  if (statusCode < 200 || statusCode > 299) {
    throw new TurnlogError('PROVIDER_FAILED', `${host} answered with status ${statusCode}`, {
      details: { host, status: statusCode },
    });
  }
  if (!READABLE.test(headers['content-type'] ?? '')) throw failed('sent neither JSON nor XML', host);
  // A few bytes can stand for gigabytes: it isn't asked for, so it isn't read either.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw failed('sent what is compressed', host);
};

const readBody = async (response: IncomingMessage, host: string): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > MAX_BYTES) throw failed('sent more than 2 MB', host);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
};

type GuardOptions = {
  /** Host names (with a port where it isn't the scheme's own) that tools may go to. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Of those, the ones that the operator named himself: they may be private addresses. */
  readonly privateHosts: ReadonlySet<string>;
  readonly timeoutMs?: number;
  readonly lookup?: Lookup;
};

/**
 * The one client for every call that a tool makes: known hosts over http or https only, no private address unless its host
 * is configured, every redirect judged anew, 10 s, 2 MB, JSON or XML.
 */
export const openGuardedFetch = ({
  allowedHosts,
  privateHosts,
  timeoutMs = TIMEOUT_MS,
  lookup,
}: GuardOptions): GuardedFetch => {
  const resolve: Lookup = lookup ?? ((host) => dnsLookup(host, { all: true }));

  const judge = async (url: URL) => {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw forbidden('only http and https are asked', url.host);
    if (!allowedHosts.has(url.host)) throw forbidden(`${url.host} is not among the hosts that tools may ask`, url.host);
    const name = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = ipaddr.isValid(name)
      ? [{ address: name, family: ipaddr.parse(name).kind() === 'ipv6' ? 6 : 4 }]
      : await resolve(name).catch((cause: unknown) => {
          throw failed('cannot be found; there may be no network', url.host, cause);
        });
    const first = addresses[0];
    if (!first) throw failed('has no address', url.host);
    if (!privateHosts.has(url.host) && !addresses.every(({ address }) => isPublic(address))) {
      throw forbidden(`${url.host} is a private address`, url.host);
    }
    return first;
  };

  return async (start, options) => {
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]);
    let url = start;
    let { method = 'GET' } = options;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      let response: IncomingMessage | undefined;
      try {
        const address = await until(signal, judge(url));
        // What was meant for one host is not told to another.
        const { headers, body } = url.origin === start.origin ? options : {};
        response = await send(url, address, {
          signal,
          method,
          ...(headers && { headers }),
          ...(method === 'POST' && { body }),
        });
        const { statusCode: status = 0 } = response;
        const { location } = response.headers;
        if (status >= 300 && status < 400 && location) {
          url = redirected(url, location);
          // As browsers do: only 307 and 308 ask to send again what was sent.
          if (status < 307 || url.origin !== start.origin) method = 'GET';
          continue;
        }
        checkHead(response, url.host);
        return await readBody(response, url.host);
      } catch (error) {
        options.signal.throwIfAborted();
        if (error instanceof TurnlogError) throw error;
        const why = signal.aborted ? `took longer than ${timeoutMs / 1_000} s` : 'could not be reached';
        throw failed(why, url.host, error);
      } finally {
        response?.destroy();
      }
    }
    throw failed('redirects without end', url.host);
  };
};
