import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** How a file is replaced: its mode, the name under which it is written, and what is done before it gets its own. */
export type Replacement = Readonly<{
  mode?: number;
  /** Default: the path with `.new`; processes that may replace a file at once need their own. */
  part?: string;
  prepare?: (part: string) => Promise<void>;
}>;

/** Writes a file so that after a power cut it has its former content, or is missing as before, or has all of the new. */
export async function replaceFile(
  path: string,
  content: string | Buffer,
  { mode, part = `${path}.new`, prepare }: Replacement = {},
): Promise<void> {
  try {
    await writeDurably(part, content, mode);
    await prepare?.(part);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(join(path, '..'));
}

/**
 * Writes a file and waits until its content is on the disk; its name is by `syncFolder`. As the option `flush` of
 * `writeFile` does, which Node 20.9 does not know.
 */
export async function writeDurably(path: string, content: string | Buffer, mode?: number): Promise<void> {
  const file = await open(path, 'w', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Waits until the names in a folder are on the disk. Windows does not open folders. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await syncFile(path);
}

/** Waits until the files and folders below a folder are on the disk. */
export async function syncTree(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncTree(join(path, entry.name));
    else if (entry.isFile()) await syncFile(join(path, entry.name));
  }
  await syncFolder(path);
}

/** Waits until the content of a file is on the disk. Windows flushes only what is open for writing. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
