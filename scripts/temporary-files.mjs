import { readFileSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
const LEAST_BYTES = 4 * 1_024 ** 3;

/** A folder in memory for temporary files; undefined where there is none that is large and runs programs. */
function findMemoryFolder() {
  if (process.platform !== 'linux') return undefined;
  try {
    const { bavail, bsize } = statfsSync(FOLDER);
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const options = mounts.findLast((mount) => mount.split(' ')[1] === FOLDER)?.split(' ')[3] ?? 'noexec';
    return bavail * bsize >= LEAST_BYTES && !options.split(',').includes('noexec') ? FOLDER : undefined;
  } catch {
    return undefined;
  }
}

/** Lets this process and those that it starts put temporary files into memory, unless TMPDIR says where they belong. */
export function keepTemporaryFilesInMemory() {
  const folder = process.env.TMPDIR ? undefined : findMemoryFolder();
  if (folder) process.env.TMPDIR = folder;
}
