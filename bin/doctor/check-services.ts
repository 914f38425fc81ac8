import { Redis } from 'ioredis';
import type { Config } from '@/lib/config';
import { ownUrl } from '@/lib/config/own-url';
import { hostOf } from '@/lib/log';
import { findApiKey } from '../supervise/keep-api-key';
import { type Finding, findingsOf } from './finding';

const TIMEOUT_MS = 5_000;
const MAX_SCRIPTS = 60;

/** Checks the services that run beside: Redis, the api and the pages, and that no page shows a secret. */
export async function checkServices(config: Config): Promise<Finding[]> {
  const [redis, api, pages] = await Promise.all([
    checkRedis(config.redisUrl),
    checkReady('api', config.apiIsElsewhere ? config.apiUrl : ownUrl(config, config.apiPort)),
    checkPages(config),
  ]);
  return [...redis, ...api, ...pages];
}

async function checkRedis(url: string | undefined): Promise<Finding[]> {
  const { ok, failure } = findingsOf('Redis');
  if (url === undefined) return [];
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: TIMEOUT_MS, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return [ok('answers')];
  } catch {
    return [
      failure(
        `${hostOf(url)} does not answer`,
        'Start it, or remove REDIS_URL: until then each api counts by itself.',
      ),
    ];
  } finally {
    redis.disconnect();
  }
}

async function checkReady(name: string, base: string): Promise<Finding[]> {
  const { ok, warning } = findingsOf(name);
  const answer = await fetchQuietly(`${base}/readyz`);
  if (answer === undefined) return [ok(`does not run at ${hostOf(base)}`)];
  return answer.status === 200
    ? [ok(`ready at ${hostOf(base)}`)]
    : [
        warning(
          `not ready at ${hostOf(base)} (${answer.status})`,
          'Its log says why; see the database above.',
        ),
      ];
}

/** Looks for secrets in the home page and in every script that it loads. */
async function checkPages(config: Config): Promise<Finding[]> {
  const { ok, failure } = findingsOf('pages');
  const base = ownUrl(config, config.port);
  const home = await fetchQuietly(`${base}/`);
  if (home === undefined) return [ok(`do not run at ${hostOf(base)}`)];
  const paths = new Set(
    [...home.text.matchAll(/"(\/_next\/static\/[\w./-]+\.js)"/g)].map(([, path]) => path),
  );
  const scripts = await Promise.all(
    [...paths].slice(0, MAX_SCRIPTS).map((path) => fetchQuietly(`${base}${path}`)),
  );
  const texts = [home, ...scripts].flatMap((answer) => (answer ? [answer.text] : []));
  const key = await findApiKey(config.dataDir);
  return findSecret(texts, key === undefined ? config.secrets : [...config.secrets, key])
    ? [
        failure(
          'a secret is in what every visitor gets',
          'Stop the site, replace the secret, and report this.',
        ),
      ]
    : [ok(`at ${hostOf(base)}, no secret in the home page and ${texts.length - 1} scripts`)];
}

/** Whether a text holds a secret, or the password or path of one that is a URL. */
export function findSecret(texts: readonly string[], secrets: readonly string[]): boolean {
  const parts = secrets.flatMap((secret) => {
    if (!URL.canParse(secret)) return [secret];
    const { password, pathname, search } = new URL(secret);
    return [secret, password, `${pathname.slice(1)}${search}`].filter((part) => part.length >= 12);
  });
  return texts.some((text) => parts.some((part) => text.includes(part)));
}

async function fetchQuietly(url: string): Promise<{ status: number; text: string } | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return undefined;
  }
}
