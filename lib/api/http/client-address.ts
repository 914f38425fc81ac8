import { BlockList, isIP } from 'node:net';
import { AppError } from '@/lib/errors';

/** Resolves the client's address from the socket's peer and X-Forwarded-For. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string;

/** Trusts X-Forwarded-For from `trustedProxies` (addresses, CIDR) only. Throws AppError `config`. */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const entry of trustedProxies) addRange(trusted, entry);
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (peer, forwardedFor) => {
    let client = normalize(peer);
    if (client === undefined) return 'unknown';
    const hops = forwardedFor === undefined ? [] : forwardedFor.split(',');
    while (isTrusted(client)) {
      const hop = normalize(hops.pop()?.trim());
      if (hop === undefined) break;
      client = hop;
    }
    return client;
  };
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

/** Unmaps IPv4-mapped IPv6 and strips the zone; undefined for anything but an address. */
function normalize(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  return isIP(plain) === 0 ? undefined : plain.toLowerCase();
}
