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

const NAMESPACE = ['unshare', '--user', '--map-user=1000'];
const NOBODY = 65534;
/** The folder of the database itself, below an account's home. */
export const CLUSTER = 'postgresql';

/**
 * Chooses an account for PostgreSQL, which refuses to run as root: ordinary users run it as themselves; root runs it
 * in a user namespace, and where that is refused as the owner of the data directory's surroundings or as nobody. A
 * database that is already there keeps its owner. Throws AppError `config` when none works.
 */
export async function chooseAccount(dataDir: string, binaries: PostgresBinaries): Promise<Account> {
  const tether = findTether();
  if (process.getuid?.() !== 0) return { prefix: tether, owner: undefined, home: dataDir, binaries };
  for (const { home, owner } of await candidates(dataDir)) {
    const account = { prefix: owner ? tether : [...NAMESPACE, ...tether], owner, home, binaries };
    await mkdir(home, { recursive: true });
    if (canRun(account)) return account;
    if (!owner) continue;
    const copy = await copyBinaries(binaries, join(home, 'postgresql-programs'));
    if (canRun({ ...account, binaries: copy })) return { ...account, binaries: copy };
  }
  throw new AppError(
    'config',
    'PostgreSQL does not run as root, and neither a user namespace nor another account could be used here: start as an ordinary user, or set DATABASE_URL.',
  );
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

/** Whether the account can enter its home and run the programs from where they are. */
function canRun(account: Account): boolean {
  const [program = '', ...args] = [
    ...account.prefix,
    ...[
      '/bin/sh',
      '-c',
      'test -x "$1" && "$2" --version',
      'sh',
      account.home,
      binary(account.binaries, 'postgres'),
    ],
  ];
  return spawnSync(program, args, { stdio: 'ignore', cwd: '/', ...account.owner }).status === 0;
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
