import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Host and port of a URL, never its path, query or credentials: RPC keys often are part of the path. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an invalid URL';
}

/** The text with every secret replaced: a URL by its host in angle brackets, anything else by asterisks. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (masked, secret) => masked.replaceAll(secret, URL.canParse(secret) ? `<${hostOf(secret)}>` : '***'),
    text,
  );
}

/**
 * A JSON logger on standard error; `name` is the role. Errors are logged under `error` with their causes. The
 * `secrets` (configured URLs and keys) never reach the output, wherever in a line they stand.
 */
export function createLog(options: { name: string; level: string; secrets?: readonly string[] }): Logger {
  const secrets = options.secrets ?? [];
  const stderr = pino.destination({ fd: 2, sync: false });
  return pino(
    { level: options.level, errorKey: 'error', base: { role: options.name } },
    { write: (line: string) => stderr.write(redact(line, secrets)) },
  );
}
