import { statfs } from 'node:fs/promises';

/** PostgreSQL writes segments of 16 MB, and needs several of them to recover. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** True when the disk of this folder has less room than PostgreSQL needs to start. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < MIN_FREE_BYTES;
}
