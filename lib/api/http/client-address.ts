import { BlockList, isIP } from 'node:net';
import { AppError } from '@/lib/errors';

/** Tells the address that a request came from: the socket's, or the one that trusted proxies forward. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string;

/**
 * Believes X-Forwarded-For only from peers in `trustedProxies` (addresses and CIDR ranges), and of it the rightmost
 * entry that is no trusted proxy itself. Throws AppError `config` for an entry that is neither.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const entry of trustedProxies) addRange(trusted, entry);
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (peer, forwardedFor) => {
    let client = normalise(peer);
    if (client === undefined) return 'unknown';
    const hops = forwardedFor === undefined ? [] : forwardedFor.split(',');
    while (isTrusted(client)) {
      const hop = normalise(hops.pop()?.trim());
      if (hop === undefined) break;
      client = hop;
    }
    return client;
  };
}

/** What callers are counted by: an IPv4 address, or the /64 that one IPv6 customer usually has. */
export function rateKeyOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const gap = address.includes('::')
    ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
    : [];
  const groups = [...front, ...gap, ...back].slice(0, 4).map((group) => Number.parseInt(group || '0', 16));
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

function addRange(list: BlockList, entry: string): void {
  const [address = '', length] = entry.split('/');
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const prefix = length === undefined ? bits : /^\d+$/.test(length) ? Number(length) : -1;
  if (version === 0 || prefix < 0 || prefix > bits)
    throw new AppError(
      'config',
      `TRUSTED_PROXIES: ${entry} is neither an address nor a range such as 10.0.0.0/8.`,
    );
  list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
}

/** IPv4 in IPv6 form becomes plain IPv4; a zone is cut off; undefined for what is no address. */
function normalise(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  return isIP(plain) === 0 ? undefined : plain.toLowerCase();
}
