import { expect, it } from 'vitest';
import { clientAddress } from '../../../server/auth/address.ts';

const forwarded = '6.6.6.6, 203.0.113.9';

it('believes nobody where no proxy is configured', () => {
  expect(clientAddress('127.0.0.1', forwarded, { behindProxy: false })).toBe('127.0.0.1');
  expect(clientAddress('::ffff:198.51.100.7', forwarded, { behindProxy: false })).toBe('198.51.100.7');
  expect(clientAddress(undefined, forwarded, { behindProxy: false })).toBe('');
});

it.each(['127.0.0.1', '::ffff:127.0.0.1', '::1', '10.1.2.3', '172.18.0.2', '192.168.1.1', 'fd00::2'])(
  'takes what a proxy at %s wrote last',
  (peer) => expect(clientAddress(peer, forwarded, { behindProxy: true })).toBe('203.0.113.9'),
);

it('takes nothing from a peer on the open net, nor what is no address', () => {
  expect(clientAddress('198.51.100.7', forwarded, { behindProxy: true })).toBe('198.51.100.7');
  expect(clientAddress('2001:db8::1', forwarded, { behindProxy: true })).toBe('2001:db8::1');
  expect(clientAddress('127.0.0.1', 'unknown', { behindProxy: true })).toBe('127.0.0.1');
  expect(clientAddress('127.0.0.1', null, { behindProxy: true })).toBe('127.0.0.1');
  expect(clientAddress(undefined, forwarded, { behindProxy: true })).toBe('');
});
