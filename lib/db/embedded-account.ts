import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@/lib/errors';
import { binary, copyBinaries, type PostgresBinaries } from './embedded-binaries';

/** How to run PostgreSQL: command `prefix`, uid and gid to switch to, and `home`, the parent of the data directory. */
export type Account = Readonly<{
  prefix: readonly string[];
  owner: Readonly<{ uid: number; gid: number }> | undefined;
  home: string;
  binaries: PostgresBinaries;
}>;

/** User IDs that usually have a passwd entry, which PostgreSQL requires. */
const NAMED_UIDS = [65534, 1, 1000];
const NOBODY = 65534;
/** Name of the data directory in an account's home. */
export const CLUSTER = 'postgresql';

/**
 * Chooses an account for PostgreSQL, which refuses root and unnamed users: the current user, else a user namespace,
 * else (as root) the owner of the parent directory or nobody. An existing database keeps its owner. Throws AppError
 * `config` when no account works.
 */
export async function chooseAccount(dataDir: string, binaries: PostgresBinaries): Promise<Account> {
  const itself = { prefix: [], owner: undefined, home: dataDir, binaries };
  if (process.platform === 'win32') return itself;
  const refusals: string[] = [];
  const isRoot = process.getuid?.() === 0;
  for (const account of isRoot ? await rootAccounts(dataDir, binaries) : ownAccounts(itself)) {
    await mkdir(account.home, { recursive: true });
    const refusal = tryAccount(account);
    if (refusal === undefined) return account;
    refusals.push(refusal);
    if (!account.owner) continue;
    const copied = {
      ...account,
      binaries: await copyBinaries(binaries, join(account.home, 'postgresql-programs')),
    };
    if (tryAccount(copied) === undefined) return copied;
  }
  throw new AppError(
    'config',
    isRoot
      ? `PostgreSQL does not run as root, and neither a user namespace nor another account can be used here (${refusals[0]}): start as an ordinary user, or set DATABASE_URL.`
      : `The embedded PostgreSQL does not run here (${refusals[0]}): correct that, or set DATABASE_URL.`,
  );
}

function ownAccounts(itself: Account): Account[] {
  const setpriv = findSetpriv();
  const namespaces = NAMED_UIDS.map((uid) => [...userNamespace(uid), ...setpriv]);
  return [setpriv, ...namespaces].map((prefix) => ({ ...itself, prefix }));
}

async function rootAccounts(dataDir: string, binaries: PostgresBinaries): Promise<Account[]> {
  const setpriv = findSetpriv();
  const folders = await candidates(dataDir);
  return folders.flatMap(({ home, owner }): Account[] =>
    owner
      ? [{ prefix: setpriv, owner, home, binaries }]
      : NAMED_UIDS.map((uid) => ({ prefix: [...userNamespace(uid), ...setpriv], owner, home, binaries })),
  );
}

function userNamespace(uid: number): string[] {
  return ['unshare', '--user', `--map-user=${uid}`];
}

/** Ties the server to its parent process, where the system supports it. */
function findSetpriv(): string[] {
  const setpriv = ['setpriv', '--pdeathsig', 'INT'];
  const [program = '', ...args] = [...setpriv, 'true'];
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0 ? setpriv : [];
}

type Candidate = { home: string; owner: Account['owner'] };

/** Possible homes of a DATA_DIR (given as its real path). */
export function possibleHomes(dataDir: string): readonly string[] {
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return [dataDir, join('/var/lib/astrolabe', id)];
}

async function candidates(dataDir: string): Promise<Candidate[]> {
  const homes = possibleHomes(dataDir);
  for (const home of homes) {
    const existing = await findOwner(join(home, CLUSTER));
    if (existing) return [{ home, owner: existing.uid === 0 ? undefined : existing }];
  }
  const parent = await findOwner(dirname(dataDir));
  const owners = [...(parent && parent.uid !== 0 ? [parent] : []), { uid: NOBODY, gid: NOBODY }];
  return [
    { home: dataDir, owner: undefined },
    ...homes.flatMap((home) => owners.map((owner) => ({ home, owner }))),
  ];
}

async function findOwner(path: string): Promise<{ uid: number; gid: number } | undefined> {
  return stat(path).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  );
}

/** Spawns a program under the account. */
export function spawnAs(account: Account, command: readonly string[], options: SpawnOptions) {
  const [program = '', ...args] = [...account.prefix, ...command];
  return spawn(program, args, { ...options, ...account.owner, windowsHide: true });
}

/** Why PostgreSQL cannot run under the account; undefined when it can. */
function tryAccount(account: Account): string | undefined {
  const script = 'test -x "$1" || { echo "$1 is out of reach" >&2; exit 1; }; id -un && "$2" --version';
  const [program = '', ...args] = [
    ...account.prefix,
    ...['/bin/sh', '-c', script, 'sh', account.home, binary(account.binaries, 'postgres')],
  ];
  const { status, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    cwd: '/',
    ...account.owner,
  });
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? 'it says nothing';
}

/** Creates a folder of mode 0700 owned by the account. */
export async function createFolder(account: Account, path: string): Promise<void> {
  await mkdir(path, { mode: 0o700, recursive: true });
  await changeOwner(account, path);
}

/** Changes the owner of a file or folder to the account. */
export async function changeOwner(account: Account, path: string): Promise<void> {
  if (account.owner) await chown(path, account.owner.uid, account.owner.gid);
}

/** The exit code; null after a signal or a failed start. */
export async function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code) => resolve(code));
  });
}
