import { isIP } from 'node:net';

/** True for a host of this machine alone, as it stands in a URL: 127.0.0.0/8, ::1 and localhost. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
