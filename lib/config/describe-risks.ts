import { isIP } from 'node:net';
import type { Config } from '../config';
import { isLoopback } from './loopback';

const MIN_KEY_LENGTH = 20;
const LOOPBACK_RANGE = /^(127\.|::1$|localhost$)/;
const LOCAL_NETWORK = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd][0-9a-f]{2}:|fe80:)/i;

type Settings = Pick<Config, 'host' | 'publicUrl' | 'trustedProxies' | 'apiKey' | 'chains' | 'databaseUrl'>;

/** What settings that are valid expose, or whom they mistake for another, with what to do; for the log. */
export function describeRisks(config: Settings): string[] {
  const { host, publicUrl, trustedProxies, apiKey, chains, databaseUrl } = config;
  const site = new URL(publicUrl);
  const isOpen = !isLoopback(host) && !isLoopback(site.hostname);
  const risks: string[] = [];
  if (trustedProxies.some((range) => range.endsWith('/0')))
    risks.push(
      'TRUSTED_PROXIES trusts every address, so any visitor can forge one and avoid the rate limit: name your proxies',
    );
  else if (
    isOpen &&
    site.protocol === 'https:' &&
    trustedProxies.every((range) => LOOPBACK_RANGE.test(range))
  )
    risks.push(
      'only this machine is a trusted proxy: if the TLS proxy is on another one, add its address to TRUSTED_PROXIES, else all visitors share one rate limit',
    );
  if (apiKey !== undefined && apiKey.length < MIN_KEY_LENGTH)
    risks.push('API_KEY is short and has no limits, so it can be guessed: use `openssl rand -hex 24`');
  for (const url of chains.flatMap(({ rpcUrls }) => rpcUrls)) {
    const { protocol, host: endpoint, hostname } = new URL(url);
    if (protocol === 'http:' && isRemote(hostname))
      risks.push(
        `RPC endpoint ${endpoint} is requested over http, so a key in its URL can be read: use https`,
      );
  }
  const database = databaseUrl === undefined ? undefined : new URL(databaseUrl);
  if (database && isRemote(database.hostname) && !database.searchParams.has('sslmode'))
    risks.push(
      `the connection to the database at ${database.hostname} is not encrypted: add ?sslmode=verify-full (or require) to DATABASE_URL`,
    );
  return risks;
}

/** Names without a dot are of a container network. */
function isRemote(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isLoopback(host) || LOCAL_NETWORK.test(host)) return false;
  return isIP(host) !== 0 || host.includes('.');
}
