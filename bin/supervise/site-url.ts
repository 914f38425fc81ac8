import type { Config } from '@/lib/config';
import { bracketHost } from '@/lib/config/own-url';

type ListenAddress = Pick<Config, 'host' | 'port'>;

/** URL of the site for a browser on this machine. */
export function siteUrl({ host, port }: ListenAddress): string {
  const isLocal = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  return `http://${isLocal ? 'localhost' : bracketHost(host)}:${port}`;
}
