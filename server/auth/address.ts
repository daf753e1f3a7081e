import { BlockList, isIP } from 'node:net';

const near = new BlockList();
near.addSubnet('127.0.0.0', 8);
near.addSubnet('10.0.0.0', 8);
near.addSubnet('172.16.0.0', 12);
near.addSubnet('192.168.0.0', 16);
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8);
thisMachine.addAddress('::1', 'ipv6');

const plain = (peer: string | undefined): string => (peer ?? '').replace(/^::ffff:(?=\d+\.)/, '');
const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');

/** Whether the peer is this machine. */
export const isLoopback = (peer: string | undefined): boolean => {
  const address = plain(peer);
  return isIP(address) !== 0 && thisMachine.check(address, familyOf(address));
};

/**
 * The address a request comes from. Behind a proxy in reach (this machine or a private network) it is the last one of
 * `X-Forwarded-For`, which that proxy wrote; anybody else could have made it up.
 */
export const clientAddress = (
  peer: string | undefined,
  forwardedFor: string | null | undefined,
  { behindProxy }: { behindProxy: boolean },
): string => {
  const address = plain(peer);
  if (!behindProxy || !near.check(address, familyOf(address))) return address;
  const last = forwardedFor?.split(',').at(-1)?.trim() ?? '';
  return isIP(last) ? last : address;
};
