import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '@/lib/durable-file';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { prepareAccount, recoverCopy } from './embedded';
import { type Account, CLUSTER, changeOwner, createFolder } from './embedded-account';
import { writePassword } from './embedded-cluster';
import { prepareDataDir } from './embedded-folder';
import { holdUnfinished, removeUnfinished, unfinishedIn } from './embedded-unfinished';
import { hasEmbeddedPostgres } from './find-embedded';

/** `before` runs before the database is in place, for files next to it. */
type RestoreOptions = Readonly<{
  backup: string;
  dataDir: string;
  log: Logger;
  before?: () => Promise<void>;
}>;

/**
 * Copies a backup of `backUpEmbedded` into a DATA_DIR without a database, for the account that will run it, and recovers it. The
 * database appears when it is whole and on the disk: a restore that was interrupted begins again. Throws AppError `config` when
 * DATA_DIR has one, or the folder is no backup.
 */
export async function restoreEmbedded({ backup, dataDir, log, before }: RestoreOptions): Promise<void> {
  const folder = await prepareDataDir(dataDir);
  await refuseDatabase(folder);
  const version = await readVersion(backup);
  const account = await prepareAccount(folder);
  const major = String(account.binaries.major);
  if (version !== major)
    throw new AppError(
      'config',
      `${backup} is of PostgreSQL ${version}, and this version of Astrolabe brings ${major}.`,
    );
  await removeUnfinished(account.home);
  await mkdir(join(folder, 'logs'), { recursive: true });
  const logFile = join(folder, 'logs/postgresql.log');
  const unfinished = unfinishedIn(account.home);
  const release = holdUnfinished(unfinished);
  try {
    await createFolder(account, unfinished);
    await copyFor(account, join(backup, CLUSTER), unfinished);
    await recoverCopy({ account, folder: unfinished, log, logFile });
    // of a start meanwhile, whose password this would replace
    await refuseDatabase(folder);
    await writePassword(account, join(account.home, CLUSTER), await readPasswordOf(backup));
    await before?.();
    await rename(unfinished, join(account.home, CLUSTER));
    await syncFolder(account.home);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await release();
  }
}

async function refuseDatabase(folder: string): Promise<void> {
  if (await hasEmbeddedPostgres(folder))
    throw new AppError(
      'config',
      `${folder} holds a database: move it away, or set DATA_DIR to another folder.`,
    );
}

const readPasswordOf = async (backup: string) =>
  (await readFile(join(backup, `${CLUSTER}.password`), 'utf8')).trim();

/** The major version of the server that the backup is of. */
async function readVersion(backup: string): Promise<string> {
  const parts = [`${CLUSTER}/PG_VERSION`, `${CLUSTER}/backup_label`, `${CLUSTER}.password`];
  const [version = ''] = await Promise.all(
    parts.map((name) =>
      readFile(join(backup, name), 'utf8').catch((cause: unknown) => {
        throw new AppError(
          'config',
          `${backup} is not a backup of Astrolabe, or not all of one: ${name} cannot be read.`,
          {
            cause,
          },
        );
      }),
    ),
  );
  return version.trim();
}

async function copyFor(account: Account, source: string, target: string): Promise<void> {
  await cp(source, target, { recursive: true, force: true });
  await changeOwner(account, target);
  const entries = await readdir(target, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) await changeOwner(account, join(entry.parentPath, entry.name));
}
