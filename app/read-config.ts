import { type Config, loadConfig } from '@/lib/config';

let known: Config | undefined;

/** The configuration, read once per process. Throws AppError `config`. */
export function readConfig(): Config {
  known ??= loadConfig();
  return known;
}
