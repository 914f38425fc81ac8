import { stat, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import { type Finding, findingsOf } from './finding';

const GIGABYTE = 2 ** 30;
const MIN_MEMORY = 2 * GIGABYTE;
/** Free part of a disk below which PostgreSQL is near its end, and bytes that are enough for now whatever the part. */
const MIN_FREE_PART = 0.2;
const MIN_FREE_BYTES = 2 * GIGABYTE;
const ENOUGH_BYTES = 50 * GIGABYTE;
const OLDEST_MAINTAINED = 22;

type Disk = Readonly<{ free: number; total: number }>;

/** Checks this machine: Node.js, memory, and the disk of `dataDir`. */
export async function checkMachine(dataDir: string): Promise<Finding[]> {
  const [existing, disk] = await findDisk(dataDir);
  return [judgeNode(process.versions.node), judgeMemory(totalmem()), judgeDisk(existing, disk)];
}

/** The folder, or the nearest one above that exists, and its disk in bytes. */
async function findDisk(folder: string): Promise<[string, Disk]> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  );
  if (!exists && dirname(folder) !== folder) return findDisk(dirname(folder));
  const { bavail, blocks, bsize } = await statfs(folder);
  return [folder, { free: bavail * bsize, total: blocks * bsize }];
}

/** Judges the release of Node.js. */
export function judgeNode(version: string): Finding {
  const { ok, warning } = findingsOf('Node.js');
  return Number(version.split('.')[0]) >= OLDEST_MAINTAINED
    ? ok(version)
    : warning(`${version} gets no security fixes any longer`, 'Install the newest long-term release.');
}

/** Judges the memory of the machine, in bytes. */
export function judgeMemory(total: number): Finding {
  const { ok, warning } = findingsOf('memory');
  const text = `${(total / GIGABYTE).toFixed(1)} GB`;
  return total >= MIN_MEMORY
    ? ok(text)
    : warning(text, 'Building the pages and a database need 2 GB or more.');
}

/** Judges the room on the disk of `folder`. */
export function judgeDisk(folder: string, { free, total }: Disk): Finding {
  const { ok, warning, failure } = findingsOf('disk');
  const text = `${(free / GIGABYTE).toFixed(1)} of ${(total / GIGABYTE).toFixed(1)} GB free at ${folder}`;
  if (free < MIN_FREE_BYTES)
    return failure(text, 'Make room: PostgreSQL stops writing on a full disk, and indexing with it.');
  if (free < ENOUGH_BYTES && free < total * MIN_FREE_PART)
    return warning(text, 'Keep a fifth free: a million transactions take about 3 GB.');
  return ok(text);
}
