import type { Database } from '@/lib/db/open-database';
import type { Address } from '@/lib/endpoints/address-mention';
import type { AbiValue } from '@/lib/evm/abi-values';
import { hexToBuffer } from '@/lib/evm/hex';
import { loadAddresses } from './mention-loader';
import { presentAddress } from './present';

type Decoded = Readonly<{ parameters: readonly Readonly<{ type: string; value: AbiValue }>[] }>;

/** Addresses looked up for one answer: data can hold any number. */
const MAX_LOOKED_UP = 100;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** The addresses with a name in decoded calls and logs, among the first 100 that occur there and in `others`. */
export async function loadDecodedNames(
  db: Database,
  decoded: readonly (Decoded | null)[],
  others: readonly string[] = [],
): Promise<Address[]> {
  const found = listDecodedAddresses(decoded, new Set(others.map((hash) => hash.toLowerCase())));
  if (found.length === 0) return [];
  const bytes = found.map(hexToBuffer);
  const addresses = await loadAddresses(db, bytes);
  return bytes
    .map((address) => presentAddress(address, addresses))
    .filter(({ name, ens_domain_name: ens, implementation_name: code }) => (name ?? ens ?? code) !== null);
}

/** The first distinct addresses among values, in lower case, after those of `found`. */
export function listDecodedAddresses(
  decoded: readonly (Decoded | null)[],
  found = new Set<string>(),
): string[] {
  const add = (value: AbiValue) => {
    if (found.size >= MAX_LOOKED_UP) return;
    if (typeof value !== 'string') value.forEach(add);
    else if (ADDRESS.test(value)) found.add(value.toLowerCase());
  };
  for (const { type, value } of decoded.flatMap((one) => one?.parameters ?? []))
    if (/address|\(/.test(type)) add(value);
  return [...found].slice(0, MAX_LOOKED_UP);
}
