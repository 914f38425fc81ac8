import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openArtifactFolder } from '@/lib/artifacts/artifact-folder';
import { AppError } from '@/lib/errors';
import { readAbiItems } from '@/lib/evm/abi-json';
import { hexToBuffer, isHexOfLength } from '@/lib/evm/hex';
import { isRecord } from '@/lib/evm/is-record';
import { indexSignatures, type SignatureMaps } from '@/lib/evm/signatures';
import type { Logger } from '@/lib/log';

/** A contract named by the operator; `abi` is JSON, `[]` when only the name is known. */
export type NamedContract = Readonly<{
  chainId: number;
  address: Buffer;
  name: string;
  abi: Buffer;
  abi_hash: Buffer;
}>;

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_ABI_BYTES = 512 * 1024;
const ADDRESS_BYTES = 20;
/** Names by chain ID and address: `{"1": {"0x…": "Vault"}}`. */
const ADDRESSES = 'addresses.json';

/** The ABIs of a folder, in the order of their paths. Throws AppError `config`. */
export async function loadInterfaces(folder: string, log: Logger): Promise<SignatureMaps> {
  return indexSignatures((await openArtifactFolder(folder, log).read()).items);
}

/** Loads the contracts in `addresses.json` with the ABI files they name. Throws AppError `config`. */
export async function loadNamedContracts(folder: string, log: Logger): Promise<NamedContract[]> {
  const files = new Set(await listFiles(folder));
  if (!files.has(ADDRESSES)) return [];
  const chains = await readJson(join(folder, ADDRESSES));
  if (!isRecord(chains)) log.warn({ folder }, `${ADDRESSES} skipped: not a JSON object`);
  const contracts: NamedContract[] = [];
  for (const [chain, addresses] of Object.entries(isRecord(chains) ? chains : {})) {
    for (const [address, name] of Object.entries(isRecord(addresses) ? addresses : {})) {
      const isNamed = typeof name === 'string' && /^[\w$ -]{1,60}$/.test(name);
      if (!/^\d{1,15}$/.test(chain) || !isHexOfLength(address, ADDRESS_BYTES) || !isNamed) {
        log.warn({ chain, address }, `an entry of ${ADDRESSES} skipped: malformed`);
        continue;
      }
      const file = files.has(`${name}.json`) ? await readJson(join(folder, `${name}.json`)) : undefined;
      contracts.push({ chainId: Number(chain), address: hexToBuffer(address), name, ...packAbi(file) });
    }
  }
  return contracts;
}

function packAbi(file: unknown): Pick<NamedContract, 'abi' | 'abi_hash'> {
  const json = Buffer.from(JSON.stringify(readAbiItems(file) ?? []));
  const abi = json.length > MAX_ABI_BYTES ? Buffer.from('[]') : json;
  return { abi, abi_hash: createHash('sha256').update(abi).digest() };
}

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new AppError('config', `ABI_DIR ${folder} cannot be read: correct the path.`, { cause });
  });
  return names.filter((name) => name.endsWith('.json')).sort();
}

async function readJson(path: string): Promise<unknown> {
  try {
    return (await stat(path)).size > MAX_BYTES ? undefined : JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
