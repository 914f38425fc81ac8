import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@/lib/errors';
import { type AbiItem, readAbiItems } from '@/lib/evm/abi-json';
import { indexSignatures, type Signatures } from '@/lib/evm/signatures';
import type { Logger } from '@/lib/log';

const MOST_FILES = 5_000;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * The interfaces in a folder of JSON files, each an ABI or a compiler's artifact with a member `abi`; files in the
 * order of their names. A file that is neither is skipped with a warning. Throws AppError `config` when the folder
 * cannot be read.
 */
export async function loadInterfaces(folder: string, log: Logger): Promise<Signatures> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new AppError('config', `ABI_DIR ${folder} cannot be read: correct the path.`, { cause });
  });
  const files = names.filter((name) => name.endsWith('.json')).sort();
  if (files.length > MOST_FILES)
    log.warn({ folder, files: files.length }, `only ${MOST_FILES} ABI files are read`);
  const items: AbiItem[] = [];
  for (const name of files.slice(0, MOST_FILES)) {
    const abi = await readAbi(join(folder, name));
    if (abi) items.push(...abi);
    else log.warn({ file: join(folder, name) }, 'an ABI file was skipped: it holds no ABI');
  }
  return indexSignatures(items);
}

async function readAbi(path: string): Promise<AbiItem[] | undefined> {
  try {
    if ((await stat(path)).size > MOST_BYTES) return undefined;
    const json: unknown = JSON.parse(await readFile(path, 'utf8'));
    return readAbiItems(json);
  } catch {
    return undefined;
  }
}
