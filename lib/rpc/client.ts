import type { Logger } from '@/lib/log';
import { createEndpoint } from './endpoint';
import { createFailover, type Rpc } from './failover';

export type { Rpc } from './failover';

/** `urls` in order of preference. Aborting `signal` aborts every request. Times in ms, sizes in bytes. */
export type RpcOptions = Readonly<{
  urls: readonly string[];
  signal?: AbortSignal;
  timeoutMs?: number;
  retries?: number;
  noAnswerRetries?: number;
  maxAnswerBytes?: number;
  log?: Logger;
  now?: () => number;
}>;

const DEFAULT_RETRIES = 5;

/** A client of HTTP endpoints. Errors never contain URLs, which may hold keys. */
export function createRpc(options: RpcOptions): Rpc {
  const { retries = DEFAULT_RETRIES, noAnswerRetries, signal, log, now } = options;
  const endpoints = options.urls.map((url) => createEndpoint(url, options));
  return createFailover(endpoints, { signal, log, now, retries, noAnswerRetries });
}
