import { resolve } from 'node:path';
import { type Config, loadConfig } from '@/lib/config';
import { AppError } from '@/lib/errors';
import { createLog, type Logger } from '@/lib/log';
import { loadEnvironment } from '../common/load-environment';

/** `instead` is PostgreSQL's own program, for databases that are not the embedded one. */
type Command = Readonly<{ name: string; usage: string; instead: string }>;

/** Common start of commands on a backup's folder; undefined after printing the help. Throws AppError `config`. */
export function beginOnFolder(command: Command): { folder: string; config: Config; log: Logger } | undefined {
  const folder = readFolder(process.argv.slice(2));
  if (folder === 'help') {
    console.log(command.usage);
    return undefined;
  }
  loadEnvironment();
  const config = loadConfig();
  requireEmbedded(config, command.instead);
  const log = createLog({ name: command.name, level: config.logLevel, secrets: config.secrets });
  return { folder: resolve(folder), config, log };
}

/** The only argument; `help` when asked for. */
function readFolder(args: readonly string[]): string {
  const [folder, ...rest] = args;
  if (folder === '--help') return 'help';
  if (folder === undefined || folder === '' || folder.startsWith('-') || rest.length > 0)
    throw new AppError(
      'config',
      'Name one folder: npm run backup -- <folder>, or npm run restore -- <folder>.',
    );
  return folder;
}

function requireEmbedded({ databaseUrl, apiIsElsewhere }: Config, instead: string): void {
  if (databaseUrl !== undefined)
    throw new AppError('config', `DATABASE_URL is set: use ${instead}, as docs/operating.md says.`);
  if (apiIsElsewhere)
    throw new AppError('config', 'API_URL is another service: run this where its database is.');
}
