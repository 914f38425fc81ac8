import { access, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, codeOf } from '@/lib/errors';

/** Creates DATA_DIR if missing and returns its real path. Throws AppError `config` when it is not writable. */
export async function prepareDataDir(path: string): Promise<string> {
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
    return await realpath(path);
  } catch (cause) {
    throw new AppError(
      'config',
      `DATA_DIR ${path} cannot be written to: set DATA_DIR to a folder of this user, or correct its rights.`,
      { cause },
    );
  }
}

/** Level by level: Node's recursive mkdir never returns below some special folders such as /proc. */
async function makeFolder(path: string): Promise<void> {
  const isThere = await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (isThere) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}
