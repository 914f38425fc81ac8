import { constants, copyFile, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFile, syncFolder, writeDurably } from '@/lib/durable-file';
import { AppError, codeOf } from '@/lib/errors';
import { CLUSTER } from './embedded-account';
import { openPool, type Sql } from './open-database';

/** A running server, and its data directory. */
type RunningServer = Readonly<{ url: string; folder: string }>;

/** Files not to copy, by PostgreSQL's manual: a server recreates them at start. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label|tablespace_map|pg_internal\.init.*|pgsql_tmp.*)$/;
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
/** Copied last: it says up to which position the other files can be recovered. */
const CONTROL = 'global/pg_control';
const SEGMENT = /^[0-9A-F]{24}$/;

/**
 * Copies the data directory of a running server to `target`, with the WAL that makes it consistent, by PostgreSQL's low-level
 * backup functions: nothing waits meanwhile, and a server that starts on the copy recovers to the end of the backup. The copy
 * appears when it is whole and on the disk. Throws AppError `config` when `target` exists or has too little room.
 */
export async function backUpEmbedded(running: RunningServer, target: string): Promise<void> {
  if (await exists(target)) throw new AppError('config', `${target} exists: name a folder that does not.`);
  const unfinished = `${target}.new-${process.pid}`;
  const sql = openPool({ url: running.url, connections: 1, name: 'backup' });
  try {
    // left by a killed backup: in a container each may have the same process ID
    await rm(unfinished, { recursive: true, force: true });
    await requireRoom(sql, dirname(target));
    await mkdir(join(unfinished, CLUSTER), { recursive: true, mode: 0o700 });
    await copyCluster(sql, running.folder, join(unfinished, CLUSTER));
    await copyDurably(`${running.folder}.password`, join(unfinished, `${CLUSTER}.password`));
    await rename(unfinished, target);
    await syncFolder(dirname(target));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw describeFailure(error, target);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function requireRoom(sql: Sql, parent: string): Promise<void> {
  const [row] = await sql<{ bytes: number }[]>`
    select sum(pg_database_size(oid))::bigint + (select coalesce(sum(size), 0)::bigint from pg_ls_waldir()) as bytes
    from pg_database`;
  const { bavail, bsize } = await statfs(parent).catch((cause: unknown) => {
    throw new AppError('config', `${parent} is not a folder: make it first.`, { cause });
  });
  const [needed, free] = [row?.bytes ?? 0, bavail * bsize];
  if (free < needed)
    throw new AppError(
      'config',
      `A backup takes ${toMegabytes(needed)}, and ${parent} has room for ${toMegabytes(free)}.`,
    );
}

const toMegabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`;

/** Needs a single connection: the backup and its slot end with the session. */
async function copyCluster(sql: Sql, source: string, target: string): Promise<void> {
  const session = await sql.reserve();
  try {
    // until the session ends, no segment of WAL from here on is removed
    await session`
      select pg_create_physical_replication_slot(${`astrolabe_backup_${process.pid}`}, true, true)`;
    const [begun] = await session<{ segment: string }[]>`
      select pg_walfile_name(pg_backup_start('astrolabe', true)) as segment`;
    await copyFolder(source, target, '');
    await copyDurably(join(source, CONTROL), join(target, CONTROL));
    const [ended] = await session<{ segment: string; label: string }[]>`
      select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(false)`;
    if (!begun || !ended)
      throw new AppError('database', 'PostgreSQL did not say where the backup begins and ends.');
    await writeDurably(join(target, 'backup_label'), ended.label, 0o600);
    await copySegments(source, target, [begun.segment, ended.segment]);
    await syncFolder(target);
  } finally {
    session.release();
  }
}

/** Copies a folder except the control file; files removed meanwhile are in the WAL. */
async function copyFolder(source: string, target: string, path: string): Promise<void> {
  const entries = await readdir(join(source, path), { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const inside = join(path, entry.name);
    if (LEFT_OUT.test(entry.name)) continue;
    if (entry.isDirectory()) {
      await mkdir(join(target, inside), { mode: 0o700 });
      if (!EMPTIED.includes(inside)) await copyFolder(source, target, inside);
    } else if (entry.isFile() && inside !== CONTROL) {
      await copyDurably(join(source, inside), join(target, inside)).catch(ignoreMissing);
    }
  }
  await syncFolder(join(target, path));
}

async function copySegments(
  source: string,
  target: string,
  [first, last]: readonly [string, string],
): Promise<void> {
  const names = (await readdir(join(source, 'pg_wal'))).filter(
    (name) => SEGMENT.test(name) && name >= first && name <= last,
  );
  if (!names.includes(first) || !names.includes(last))
    throw new AppError('database', 'The WAL of the backup is not complete: try again.');
  for (const name of names) await copyDurably(join(source, 'pg_wal', name), join(target, 'pg_wal', name));
  await syncFolder(join(target, 'pg_wal'));
}

async function copyDurably(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_EXCL);
  await syncFile(target);
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

function describeFailure(error: unknown, target: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC')
    return new AppError('config', `The disk of ${target} became full: nothing of the backup was kept.`, {
      cause: error,
    });
  if (code === 'EACCES' || code === 'EPERM')
    return new AppError(
      'config',
      `${target} cannot be written, or the database not be read: run this as the user who started Astrolabe.`,
      { cause: error },
    );
  return error;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
