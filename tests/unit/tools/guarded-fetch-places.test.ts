import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGuardedFetch } from '../../../server/tools/guarded-fetch.ts';
import { listen } from '../../support/listen.ts';

let asked: string[] = [];
let location = '';
let server: Awaited<ReturnType<typeof listen>>;
let port = '';
beforeAll(async () => {
  server = await listen((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    if (request.url === '/moved') response.writeHead(302, { location }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"secret":true}');
  });
  port = new URL(server.url).port;
});
afterAll(() => server.close());

const signal = new AbortController().signal;
/** A client for whom every name stands for these addresses; the first host may be private, the others not. */
const client = (addresses: readonly string[], ...hosts: string[]) => {
  asked = [];
  let lookups = 0;
  const fetch = openGuardedFetch({
    allowedHosts: new Set(hosts),
    privateHosts: new Set(hosts.slice(0, 1)),
    lookup: async () => {
      lookups += 1;
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });
  return { get: (url: string) => fetch(new URL(url), { signal }), lookups: () => lookups };
};

describe('where a tool may go', () => {
  test('to a host that is on the list, at the address that was looked up', async () => {
    const { get } = client(['127.0.0.1'], `home.test:${port}`);
    expect(await get(`http://home.test:${port}/here`)).toBe('{"secret":true}');
    expect(asked).toEqual([`home.test:${port}/here`]);
  });

  test.each([
    ['file:///etc/passwd', 'only http and https are asked'],
    ['ftp://home.test/', 'only http and https are asked'],
    ['data:application/json,{}', 'only http and https are asked'],
    ['http://other.test/', 'other.test is not among the hosts that tools may ask'],
    ['http://home.test.evil.test/', 'home.test.evil.test is not among the hosts that tools may ask'],
    ['http://home.test@other.test/', 'other.test is not among the hosts that tools may ask'],
    ['http://home.test:81/', 'home.test:81 is not among the hosts that tools may ask'],
    ['http://2130706433/', '127.0.0.1 is not among the hosts that tools may ask'],
  ])('not to %s', async (url, message) => {
    const { get, lookups } = client(['127.0.0.1'], 'home.test');
    await expect(get(url)).rejects.toMatchObject({ code: 'FORBIDDEN', message });
    expect(lookups()).toBe(0);
  });

  test.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.9.9.9'],
    ['private', '10.1.2.3'],
    ['private', '172.31.0.1'],
    ['private', '192.168.1.1'],
    ['link-local, where clouds keep their metadata', '169.254.169.254'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['this network', '0.0.0.0'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '198.18.0.1'],
    ['loopback in IPv6', '::1'],
    ['unspecified', '::'],
    ['loopback mapped into IPv6', '::ffff:127.0.0.1'],
    ['private mapped into IPv6', '::ffff:c0a8:101'],
    ['loopback in the compatible form', '::127.0.0.1'],
    ['private behind NAT64', '64:ff9b::a00:1'],
    ['private behind 6to4', '2002:a00:1::1'],
    ['Teredo', '2001::1'],
    ['link-local in IPv6', 'fe80::1'],
    ['unique local', 'fd00::1'],
    ['site-local', 'fec0::1'],
  ])('not to a public name that stands for what is %s: %s', async (_kind, address) => {
    const { get } = client([address], 'home.test', `public.test:${port}`);
    const message = `public.test:${port} is a private address`;
    await expect(get(`http://public.test:${port}/`)).rejects.toMatchObject({ code: 'FORBIDDEN', message });
    expect(asked).toEqual([]);
  });

  test('not to a name one of whose addresses is private', async () => {
    const { get } = client(['93.184.216.34', '10.0.0.1'], 'home.test', 'public.test');
    await expect(get('http://public.test/')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('not to an address that stands in the URL itself', async () => {
    const { get, lookups } = client([], 'home.test', `127.0.0.1:${port}`, `[::1]:${port}`);
    await expect(get(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(get(`http://[::1]:${port}/`)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(lookups()).toBe(0);
  });

  test('not where the name is unknown', async () => {
    const { get } = client([], 'home.test');
    await expect(get('http://home.test/')).rejects.toMatchObject({ message: 'home.test has no address' });
  });
});

test('a name that is looked up anew with another answer is not asked there: one look-up judges and connects', async () => {
  asked = [];
  const answers = ['127.0.0.1', '10.255.255.1'];
  let lookups = 0;
  const fetch = openGuardedFetch({
    allowedHosts: new Set([`home.test:${port}`]),
    privateHosts: new Set([`home.test:${port}`]),
    lookup: async () => [{ address: answers[lookups++] ?? '', family: 4 }],
  });
  expect(await fetch(new URL(`http://home.test:${port}/`), { signal })).toBe('{"secret":true}');
  expect(lookups).toBe(1);
  expect(asked).toHaveLength(1);
});

describe('a redirect', () => {
  const from = () => client(['127.0.0.1'], `home.test:${port}`, `public.test:${port}`);

  test('is followed within what is allowed', async () => {
    location = '/there?x=1';
    expect(await from().get(`http://home.test:${port}/moved`)).toBe('{"secret":true}');
    expect(asked).toEqual([`home.test:${port}/moved`, `home.test:${port}/there?x=1`]);
  });

  test.each([
    ['another host', () => `http://127.0.0.1:${port}/`, 'is not among the hosts that tools may ask'],
    ['another scheme', () => 'file:///etc/passwd', 'only http and https are asked'],
    ['a host whose address is private', () => `http://public.test:${port}/`, 'is a private address'],
  ])('to %s is refused', async (_what, to, message) => {
    location = to();
    await expect(from().get(`http://home.test:${port}/moved`)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining(message),
    });
    expect(asked).toEqual([`home.test:${port}/moved`]);
  });

  test('that never ends is given up', async () => {
    location = '/moved';
    await expect(from().get(`http://home.test:${port}/moved`)).rejects.toMatchObject({
      code: 'PROVIDER_FAILED',
      message: `home.test:${port} redirects without end`,
    });
    expect(asked).toHaveLength(6);
  });

  test('to what is no address is refused', async () => {
    location = 'http://[';
    await expect(from().get(`http://home.test:${port}/moved`)).rejects.toMatchObject({ code: 'PROVIDER_FAILED' });
  });
});
