import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignatureNames } from '@/lib/api/names/signature-names';
import { readDeclarations } from '@/lib/db/load-signatures';
import { keyOfDeclaration } from '@/lib/evm/declaration';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { bufferToHex } from '@/lib/evm/hex';
import { type KeyNames, presentWithNames, readNames } from '@/lib/evm/name-lookups';
import type { StoredName } from '@/lib/evm/name-sources';
import type { Signatures } from '@/lib/evm/signatures';
import { ROOT } from './source-tree';

/** What is shipped, a declaration a line. */
export const SHIPPED_DECLARATIONS = readDeclarations(readFileSync(join(ROOT, 'lib/db/signatures.txt.gz')));

await loadFastKeccak();
const known = new Map<string, KeyNames>();
let stored: Map<string, StoredName[]> | undefined;

function readStored(): Map<string, StoredName[]> {
  const names = new Map<string, StoredName[]>();
  for (const signature of SHIPPED_DECLARATIONS) {
    const key = bufferToHex(keyOfDeclaration(signature));
    names.set(key, [...(names.get(key) ?? []), { signature, source: 'shipped' }]);
  }
  return names;
}

function find(key: string): KeyNames {
  stored ??= readStored();
  const names = known.get(key) ?? readNames(key, stored.get(key) ?? []);
  known.set(key, names);
  return names;
}

const load = async () => new Map<string, KeyNames>();

/** The names that are shipped, as those give them who have loaded them. */
export const SHIPPED: readonly Signatures[] = await presentWithNames({ find, load }, (names) => names);

/** The same for an API without a database of names. */
export const SHIPPED_NAMES: SignatureNames = {
  open: () => ({ find, load, list: async () => [] }),
  lookedUpFunctions: () => new Map(),
};
