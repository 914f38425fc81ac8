import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Abi } from 'viem';
import { AppError } from '@/lib/errors';
import { indexSignatures, type Signatures } from '@/lib/evm/signatures';
import type { Logger } from '@/lib/log';

const MOST_FILES = 5_000;
const MOST_BYTES = 8 * 1024 * 1024;
const DEEPEST = 16;

type AbiItem = Abi[number];

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
    const abi = isRecord(json) && 'abi' in json ? json.abi : json;
    return Array.isArray(abi) ? abi.filter(isDecodable) : undefined;
  } catch {
    return undefined;
  }
}

/** True for a function, event or error whose parameters are well-formed: nothing else of an ABI is of use here. */
function isDecodable(item: unknown): item is AbiItem {
  if (!isRecord(item) || typeof item.name !== 'string' || !/^[\w$]{1,200}$/.test(item.name)) return false;
  if (item.type !== 'function' && item.type !== 'event' && item.type !== 'error') return false;
  return Array.isArray(item.inputs) && item.inputs.every((input) => isParameter(input, 0));
}

function isParameter(parameter: unknown, depth: number): boolean {
  if (!isRecord(parameter) || typeof parameter.type !== 'string' || depth > DEEPEST) return false;
  if (parameter.name !== undefined && typeof parameter.name !== 'string') return false;
  if (!parameter.type.startsWith('tuple')) return parameter.components === undefined;
  const { components } = parameter;
  return Array.isArray(components) && components.every((component) => isParameter(component, depth + 1));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
