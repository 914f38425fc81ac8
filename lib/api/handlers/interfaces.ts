import type { Database } from '@/lib/db/open-database';
import { readAbiItems } from '@/lib/evm/abi-json';
import { indexSignatures, type Signatures } from '@/lib/evm/signatures';
import type { AddressRow } from '@/lib/queries/address';
import { listAbis } from '@/lib/queries/contract';

/** Interfaces that were read, by the hash of their text: what has that hash stays the same. */
const known = new Map<string, Signatures>();
const MOST_KNOWN = 2_000;

/** The interfaces of contracts and of what they are proxies for, by lower-case hex without 0x; read once each. */
export async function loadInterfacesOf(
  db: Database,
  rows: readonly AddressRow[],
): Promise<Map<string, readonly Signatures[]>> {
  const wanted = rows.flatMap((row) => [
    { address: row.address, hash: row.abi_hash },
    { address: row.implementation, hash: row.implementation_abi_hash },
  ]);
  const missing = wanted.flatMap(({ address, hash }) =>
    address && hash && !known.has(keyOf(hash)) ? [address] : [],
  );
  const read = new Map<string, Signatures>();
  for (const { abi, abi_hash } of await listAbis(db, missing)) read.set(keyOf(abi_hash), parseStored(abi));
  if (known.size + read.size > MOST_KNOWN) known.clear();
  for (const [key, signatures] of read) known.set(key, signatures);
  const find = (hash: Buffer | null) => {
    const signatures = hash === null ? undefined : (read.get(keyOf(hash)) ?? known.get(keyOf(hash)));
    return signatures ? [signatures] : [];
  };
  return new Map(
    rows.map((row) => [
      row.address.toString('hex'),
      [...find(row.abi_hash), ...find(row.implementation_abi_hash)],
    ]),
  );
}

function keyOf(hash: Buffer): string {
  return hash.toString('latin1');
}

/** What is stored was checked before: something else there is as good as nothing. */
function parseStored(abi: Buffer): Signatures {
  try {
    return indexSignatures(readAbiItems(JSON.parse(abi.toString('utf8'))) ?? []);
  } catch {
    return indexSignatures([]);
  }
}
