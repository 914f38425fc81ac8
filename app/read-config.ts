import { type Config, loadConfig } from '@/lib/config';

let known: Config | undefined;

/** The configuration of this process, read once. Throws AppError `config`. */
export function readConfig(): Config {
  known ??= loadConfig();
  return known;
}
