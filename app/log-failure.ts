import { loadConfig } from '@/lib/config';
import { createLog, type Logger } from '@/lib/log';

let log: Logger | undefined;

/** Logs why a page failed. */
export function logFailure(error: unknown, request: Readonly<{ path: string; method: string }>): void {
  if (log === undefined) {
    const { logLevel, secrets } = loadConfig();
    log = createLog({ name: 'web', level: logLevel, secrets });
  }
  log.error({ error, path: request.path, method: request.method }, 'a page failed');
}
