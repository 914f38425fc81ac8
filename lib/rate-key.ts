import { isIP } from 'node:net';

/** Rate limit key of an address: IPv4 as is, IPv6 by its /64. */
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
