import { cp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@/lib/errors';
import { prepareAccount } from './embedded';
import { type Account, CLUSTER, changeOwner, createFolder } from './embedded-account';
import { prepareDataDir } from './embedded-folder';
import { hasEmbeddedPostgres } from './find-embedded';

/**
 * Copies a backup of `backUpEmbedded` into a DATA_DIR without a database, for the account that will run it. The database appears
 * when it is whole; its first start recovers it. Throws AppError `config` when DATA_DIR has one, or for what is no backup.
 */
export async function restoreEmbedded(backup: string, dataDir: string): Promise<void> {
  const folder = await prepareDataDir(dataDir);
  if (await hasEmbeddedPostgres(folder))
    throw new AppError(
      'config',
      `${folder} holds a database: move it away, or set DATA_DIR to another folder.`,
    );
  const version = await readVersion(backup);
  const account = await prepareAccount(folder);
  const major = String(account.binaries.major);
  if (version !== major)
    throw new AppError(
      'config',
      `${backup} is of PostgreSQL ${version}, and this version of Astrolabe brings ${major}.`,
    );
  const cluster = join(account.home, CLUSTER);
  const unfinished = `${cluster}.new-${process.pid}`;
  try {
    await createFolder(account, unfinished);
    await copyFor(account, join(backup, CLUSTER), unfinished);
    await copyFor(account, join(backup, `${CLUSTER}.password`), `${cluster}.password`);
    await rename(unfinished, cluster);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

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
