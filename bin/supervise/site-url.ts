import type { Config } from '@/lib/config';

type Place = Pick<Config, 'host' | 'port'>;

/** The address of the pages for a browser on this machine. */
export function siteUrl({ host, port }: Place): string {
  const isLocal = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  return `http://${isLocal ? 'localhost' : bracket(host)}:${port}`;
}

/** The address at which this machine reaches a port that a role listens on. */
export function ownUrl({ host }: Pick<Config, 'host'>, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  return `http://${bracket(host === '::' ? '::1' : host)}:${port}`;
}

function bracket(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
