import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@/lib/errors';
import { binary, copyBinaries, type PostgresBinaries } from './embedded-binaries';

/**
 * How PostgreSQL's programs are run: `prefix` stands before the command, `uid` and `gid` are switched to, `home` is
 * the folder that holds the database, which that account can reach.
 */
export type Account = Readonly<{
  prefix: readonly string[];
  owner: Readonly<{ uid: number; gid: number }> | undefined;
  home: string;
  binaries: PostgresBinaries;
}>;

/** Users that most systems have a name for: PostgreSQL asks for the name of whom it runs as. */
const NAMED = [65534, 1, 1000];
const NOBODY = 65534;
/** The folder of the database itself, below an account's home. */
export const CLUSTER = 'postgresql';

/**
 * Chooses an account for PostgreSQL, which refuses to run as root or as a user without a name. Ordinary users run it as
 * themselves; root, and who has no name, runs it in a user namespace; where that is refused, root runs it as the owner
 * of the data directory's surroundings or as nobody. A database that is already there keeps its owner. Throws AppError
 * `config` when none works.
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
  const tether = findTether();
  const namespaces = NAMED.map((uid) => [...namespaceOf(uid), ...tether]);
  return [tether, ...namespaces].map((prefix) => ({ ...itself, prefix }));
}

async function rootAccounts(dataDir: string, binaries: PostgresBinaries): Promise<Account[]> {
  const tether = findTether();
  const folders = await candidates(dataDir);
  return folders.flatMap(({ home, owner }): Account[] =>
    owner
      ? [{ prefix: tether, owner, home, binaries }]
      : NAMED.map((uid) => ({ prefix: [...namespaceOf(uid), ...tether], owner, home, binaries })),
  );
}

/** The command that makes the user who runs it appear as another one, with no more rights than before. */
function namespaceOf(uid: number): string[] {
  return ['unshare', '--user', `--map-user=${uid}`];
}

/** Where the system can do it, a server ends in order when the process that started it is gone, however that ended. */
function findTether(): string[] {
  const tether = ['setpriv', '--pdeathsig', 'INT'];
  const [program = '', ...args] = [...tether, 'true'];
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0 ? tether : [];
}

type Candidate = { home: string; owner: Account['owner'] };

/** Where an account may keep the database of a DATA_DIR (its true path): there, or where any account can go. */
export function homesOf(dataDir: string): readonly string[] {
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return [dataDir, join('/var/lib/astrolabe', id)];
}

async function candidates(dataDir: string): Promise<Candidate[]> {
  const homes = homesOf(dataDir);
  for (const home of homes) {
    const held = await ownerOf(join(home, CLUSTER));
    if (held) return [{ home, owner: held.uid === 0 ? undefined : held }];
  }
  const around = await ownerOf(dirname(dataDir));
  const owners = [...(around && around.uid !== 0 ? [around] : []), { uid: NOBODY, gid: NOBODY }];
  return [
    { home: dataDir, owner: undefined },
    ...homes.flatMap((home) => owners.map((owner) => ({ home, owner }))),
  ];
}

async function ownerOf(path: string): Promise<{ uid: number; gid: number } | undefined> {
  return stat(path).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  );
}

/** Starts a program under the account. */
export function spawnAs(account: Account, command: readonly string[], options: SpawnOptions) {
  const [program = '', ...args] = [...account.prefix, ...command];
  return spawn(program, args, { ...options, ...account.owner, windowsHide: true });
}

/** What keeps the account from entering its home, having a name, or running the programs; undefined when nothing does. */
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

/** Creates a folder of mode 0700 that belongs to the account. */
export async function createFolder(account: Account, path: string): Promise<void> {
  await mkdir(path, { mode: 0o700, recursive: true });
  await giveTo(account, path);
}

/** Hands a file or folder to the account. */
export async function giveTo(account: Account, path: string): Promise<void> {
  if (account.owner) await chown(path, account.owner.uid, account.owner.gid);
}

/** The exit code of a program; null when a signal or a failed start ended it. */
export async function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code) => resolve(code));
  });
}
