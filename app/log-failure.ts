import { loadConfig } from '@/lib/config';
import { createLog, type Logger } from '@/lib/log';
import { currentScope } from '@/lib/request-scope';

let log: Logger | undefined;

/** Logs why a page failed. */
export function logFailure(error: unknown, request: Readonly<{ path: string; method: string }>): void {
  if (log === undefined) {
    const { logLevel, secrets } = loadConfig();
    log = createLog({ name: 'web', level: logLevel, secrets });
  }
  const requestId = currentScope()?.requestId;
  log.error({ error, requestId, path: request.path, method: request.method }, 'a page failed');
}
