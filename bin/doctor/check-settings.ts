import { stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Config } from '@/lib/config';
import { type Finding, findingsOf } from './finding';

const ENVIRONMENT_FILES = ['.env', '.env.local'];
/** Permissions of the group and of others. */
const FOREIGN = 0o077;
const MIN_KEY_LENGTH = 20;
const LOOPBACK = /^(127\.|::1$|localhost$)/;
const LOCAL_NETWORK = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd][0-9a-f]{2}:|fe80:)/i;

type Settings = Pick<Config, 'host' | 'publicUrl' | 'trustedProxies' | 'apiKey' | 'chains' | 'databaseUrl'>;

/** Judges settings that are valid, but that expose a secret or mistake one visitor for another. */
export function checkSettings(config: Settings): Finding[] {
  const findings = [...checkProxies(config), ...checkKey(config), ...checkTransport(config)];
  return findings.length > 0 ? findings : [findingsOf('settings').ok('valid')];
}

function checkProxies({ host, publicUrl, trustedProxies }: Settings): Finding[] {
  const { warning } = findingsOf('proxies');
  const site = new URL(publicUrl);
  const isOpen = !LOOPBACK.test(host);
  const trustsOthers = trustedProxies.some((range) => !LOOPBACK.test(range));
  if (isOpen && !trustsOthers && !LOOPBACK.test(site.hostname) && site.protocol === 'https:')
    return [
      warning(
        `PUBLIC_URL is https and HOST ${host} is open, but only this machine is a trusted proxy`,
        'If the TLS proxy is on another machine, add its address to TRUSTED_PROXIES: else all its visitors share one rate limit.',
      ),
    ];
  if (trustedProxies.some((range) => range.endsWith('/0')))
    return [
      warning(
        'TRUSTED_PROXIES trusts every address',
        'Name the addresses of your proxies: now any visitor can forge an address and so avoid the rate limit.',
      ),
    ];
  if (site.protocol === 'http:' && !LOOPBACK.test(site.hostname))
    return [
      warning(
        `PUBLIC_URL ${site.origin} is not https`,
        'Put a TLS proxy in front; wallets and the clipboard need https.',
      ),
    ];
  return [];
}

function checkKey({ apiKey }: Settings): Finding[] {
  if (apiKey === undefined || apiKey.length >= MIN_KEY_LENGTH) return [];
  const { warning } = findingsOf('keys');
  return [
    warning(
      `API_KEY has ${apiKey.length} characters and no limits: it can be guessed`,
      'Make one with: openssl rand -hex 24',
    ),
  ];
}

/** Keys in URLs, and passwords, that cross a network in clear text. */
function checkTransport({ chains, databaseUrl }: Settings): Finding[] {
  const { warning } = findingsOf('keys');
  const open = chains.flatMap(({ rpcUrls }) => rpcUrls.map((url) => new URL(url))).filter(isInClear);
  const findings = open.map(({ host }) =>
    warning(
      `RPC endpoint ${host} is asked over http`,
      'Use its https URL: a key in the URL can be read on the way.',
    ),
  );
  const database = databaseUrl === undefined ? undefined : new URL(databaseUrl);
  if (database && isRemote(database.hostname) && !database.searchParams.has('sslmode'))
    findings.push(
      warning(
        `the connection to the database at ${database.hostname} is not encrypted`,
        'Add ?sslmode=verify-full (or require) to DATABASE_URL.',
      ),
    );
  return findings;
}

const isInClear = ({ protocol, hostname }: URL) => protocol === 'http:' && isRemote(hostname);

/** Names without a dot are of a container network. */
function isRemote(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (LOOPBACK.test(host) || LOCAL_NETWORK.test(host)) return false;
  return isIP(host) !== 0 || host.includes('.');
}

/** Warns of files with settings in this folder that other users can read. */
export async function checkFiles(folder: string): Promise<Finding[]> {
  if (process.platform === 'win32') return [];
  const { warning } = findingsOf('keys');
  const modes = await Promise.all(
    ENVIRONMENT_FILES.map(async (name) => {
      const found = await stat(`${folder}/${name}`).catch(() => undefined);
      return found && (found.mode & FOREIGN) !== 0 ? [name] : [];
    }),
  );
  return modes
    .flat()
    .map((name) => warning(`other users of this machine can read ${name}`, `Run: chmod 600 ${name}`));
}
