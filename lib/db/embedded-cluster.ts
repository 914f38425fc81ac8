import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile, syncFolder } from '@/lib/durable-file';
import { AppError, codeOf } from '@/lib/errors';
import { type Account, changeOwner, createFolder, spawnAs, waitForExit } from './embedded-account';
import { binary } from './embedded-binaries';
import { stopLeftover, untilFree } from './embedded-postmaster';
import { removeUnfinished, unfinishedIn } from './embedded-unfinished';

/** Name of the superuser and of the database. */
export const USER = 'astrolabe';

/** Connection URL of a database. */
export function urlOf(server: { password: string; port: number }, database: string): string {
  return `postgres://${USER}:${server.password}@127.0.0.1:${server.port}/${database}`;
}

/** The password file next to the folder; undefined when it is missing, or empty (a power cut may have left it so). */
async function readPassword(folder: string): Promise<string | undefined> {
  const stored = await readFile(`${folder}.password`, 'utf8').catch((error) =>
    codeOf(error) === 'ENOENT' ? '' : refuse(folder)(error),
  );
  return stored.replaceAll('\0', '').trim() || undefined;
}

/** Stores the password of a data directory next to it (mode 0600). */
export async function writePassword(account: Account, folder: string, password: string): Promise<void> {
  const prepare = (part: string) => changeOwner(account, part);
  await replaceFile(`${folder}.password`, `${password}\n`, { mode: 0o600, prepare });
}

const createPassword = () => randomBytes(24).toString('hex');

/** Initializes or checks the data directory; returns the superuser's password. Throws AppError `config`. */
export async function prepareCluster(account: Account, folder: string, isDurable: boolean): Promise<string> {
  await removeUnfinished(account.home);
  const stored = await readPassword(folder);
  if (await isInitialized(folder)) {
    await requireVersion(folder, String(account.binaries.major));
    // Kubernetes (fsGroup) may open volumes to a group at every mount, which PostgreSQL refuses.
    await chmod(folder, 0o700).catch(() => undefined);
    return stored ?? (await resetPassword(account, folder));
  }
  const password = stored ?? createPassword();
  if (stored === undefined) await writePassword(account, folder, password);
  const unfinished = unfinishedIn(account.home);
  await createFolder(account, unfinished);
  await runInitdb(account, unfinished, { passwordFile: `${folder}.password`, isDurable });
  await rename(unfinished, folder).catch(async (cause) => {
    await rm(unfinished, { recursive: true, force: true });
    if (await isInitialized(folder)) return;
    throw new AppError(
      'config',
      `${folder} cannot be made: if it is a mount point, mount DATA_DIR instead.`,
      { cause },
    );
  });
  await syncFolder(account.home);
  return password;
}

/** Sets a new superuser password in single-user mode, which needs only write access to the folder. */
async function resetPassword(account: Account, folder: string): Promise<string> {
  const password = createPassword();
  await untilFree(folder);
  await stopLeftover(folder, (port) => urlOf({ password, port }, 'postgres'));
  const command = [
    binary(account.binaries, 'postgres'),
    ...['--single', '-D', folder, '-c', 'exit_on_error=on', 'postgres'],
  ];
  const child = spawnAs(account, command, { stdio: ['pipe', 'ignore', 'pipe'], cwd: '/' });
  const ended = endOf(child);
  // if it exits before reading, code and output say why
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(`alter role ${USER} password '${password}'\n`);
  const { code, output } = await ended;
  if (code !== 0)
    throw new AppError(
      'config',
      `${folder}.password is lost and cannot be made anew: ${failureLines(output)[0]} Correct that, or restore the file.`,
    );
  // not before: an interrupted start begins again
  await writePassword(account, folder, password);
  return password;
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  const output: string[] = [];
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  const code = await waitForExit(child);
  return { code, output: output.join('') };
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
  const { code, output } = await endOf(child);
  if (code === 0) return;
  await rm(folder, { recursive: true, force: true });
  throw new AppError(
    'config',
    `The embedded PostgreSQL cannot be set up in ${folder}: ${failureLines(output)[0]} Correct that, or set DATABASE_URL.`,
  );
}

/** An empty folder is no database; other folders without PG_VERSION are not touched. */
async function isInitialized(folder: string): Promise<boolean> {
  const names: string[] = await readdir(folder).catch((error) =>
    codeOf(error) === 'ENOENT' ? [] : refuse(folder)(error),
  );
  if (names.length === 0) return false;
  if (names.includes('PG_VERSION')) return true;
  throw new AppError(
    'config',
    `${folder} is not a database, or not all of one (no PG_VERSION): move it away, or set another DATA_DIR.`,
  );
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
