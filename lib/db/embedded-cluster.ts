import { randomBytes } from 'node:crypto';
import { chmod, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@/lib/errors';
import { type Account, CLUSTER, changeOwner, createFolder, spawnAs, waitForExit } from './embedded-account';
import { binary } from './embedded-binaries';

/** Name of the superuser and of the database. */
export const USER = 'astrolabe';

/** Connection URL of a database. */
export function urlOf(server: { password: string; port: number }, database: string): string {
  return `postgres://${USER}:${server.password}@127.0.0.1:${server.port}/${database}`;
}

/** Reads the password file next to the folder; creates it (mode 0600) on first start. */
async function ensurePassword(account: Account, folder: string): Promise<string> {
  const file = `${folder}.password`;
  const stored = await readFile(file, 'utf8').catch((error) =>
    isMissing(error) ? '' : refuse(folder)(error),
  );
  if (stored.trim() !== '') return stored.trim();
  if (await isInitialized(folder)) {
    throw new AppError('config', `${file} is missing: restore it, or remove ${folder} to index again.`);
  }
  const password = randomBytes(24).toString('hex');
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 });
  await changeOwner(account, `${file}.new`);
  await rename(`${file}.new`, file);
  return password;
}

/** Initializes or checks the data directory; returns the superuser's password. Throws AppError `config`. */
export async function prepareCluster(account: Account, folder: string, isDurable: boolean): Promise<string> {
  const password = await ensurePassword(account, folder);
  if (await isInitialized(folder)) {
    await requireVersion(folder, String(account.binaries.major));
    // Kubernetes (fsGroup) may open volumes to a group at every mount, which PostgreSQL refuses.
    await chmod(folder, 0o700).catch(() => undefined);
    return password;
  }
  await removeUnfinished(account.home);
  const unfinished = `${folder}.new-${process.pid}`;
  await createFolder(account, unfinished);
  await runInitdb(account, unfinished, { passwordFile: `${folder}.password`, isDurable });
  await rename(unfinished, folder).catch(async (cause) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await isInitialized(folder))) throw cause;
  });
  return password;
}

async function requireVersion(folder: string, major: string): Promise<void> {
  const stored = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(refuse(folder));
  if (stored.trim() === major) return;
  throw new AppError(
    'config',
    `${folder} was made by PostgreSQL ${stored.trim()}, and this version of Astrolabe brings ${major}: set another DATA_DIR (it indexes again), or DATABASE_URL to a PostgreSQL ${stored.trim()} that serves it.`,
  );
}

async function runInitdb(
  account: Account,
  folder: string,
  options: { passwordFile: string; isDurable: boolean },
) {
  const command = [
    binary(account.binaries, 'initdb'),
    ...['--pgdata', folder, '--username', USER, '--pwfile', options.passwordFile, '--auth', 'scram-sha-256'],
    ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...(options.isDurable ? [] : ['--no-sync']),
  ];
  const child = spawnAs(account, command, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  const output: string[] = [];
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  const code = await waitForExit(child);
  if (code === 0) return;
  await rm(folder, { recursive: true, force: true });
  throw new AppError(
    'config',
    `The embedded PostgreSQL cannot be set up in ${folder}: ${failureLines(output.join(''))[0]} Correct that, or set DATABASE_URL.`,
  );
}

async function removeUnfinished(home: string): Promise<void> {
  const leftovers = (await readdir(home)).filter((name) => name.startsWith(`${CLUSTER}.new-`));
  await Promise.all(leftovers.map((name) => rm(join(home, name), { recursive: true, force: true })));
}

async function isInitialized(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function refuse(folder: string) {
  return (cause: unknown): never => {
    throw new AppError(
      'config',
      `${folder} belongs to another user: start as the user who made it, or set another DATA_DIR.`,
      { cause },
    );
  };
}

/** The lines that report a failure, else all lines. */
export function failureLines(text: string): string[] {
  const lines = text.trim().split('\n');
  const failures = lines.filter((line) => /\b(error|FATAL|PANIC): /.test(line));
  return failures.length > 0 ? failures : lines;
}
