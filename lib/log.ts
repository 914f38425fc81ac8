import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Host and port of a URL; omits path, query and credentials, which often contain RPC keys. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an invalid URL';
}

/** Masks every secret: URLs by their host in angle brackets, anything else by asterisks. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (masked, secret) => masked.replaceAll(secret, URL.canParse(secret) ? `<${hostOf(secret)}>` : '***'),
    text,
  );
}

/** A JSON logger on stderr; `name` is the role. Logs errors with their causes and masks `secrets` everywhere. */
export function createLog(options: { name: string; level: string; secrets?: readonly string[] }): Logger {
  const secrets = options.secrets ?? [];
  const stderr = pino.destination({ fd: 2, sync: false });
  return pino(
    { level: options.level, errorKey: 'error', base: { role: options.name } },
    { write: (line: string) => stderr.write(redact(line, secrets)) },
  );
}
