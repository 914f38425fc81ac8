import type { AddressRow } from '@/lib/api/address/facts-query';
import { createBoundedCache } from '@/lib/bounded-cache';
import type { Database } from '@/lib/db/open-database';
import { readAbiItems } from '@/lib/evm/abi-json';
import { indexSignatures, type SignatureMaps } from '@/lib/evm/signatures';
import { listAbis, type StoredAbi } from './query';

/** By size of the JSON; parsed, it takes several times that. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;
const parsed = createBoundedCache<string, SignatureMaps>({ name: 'abis', maxBytes: MAX_CACHED_BYTES });

/** The ABIs of contracts, then of their implementations, by lower-case hex without 0x. */
export async function loadInterfacesOf(
  db: Database,
  rows: readonly AddressRow[],
): Promise<Map<string, readonly SignatureMaps[]>> {
  const requested = rows.flatMap((row) => [row, ...row.implementations]);
  const found = new Map<string, SignatureMaps>();
  const missing: Buffer[] = [];
  for (const { abi_owner: owner, abi_hash: hash } of requested) {
    if (owner === null || hash === null) continue;
    const signatures = parsed.get(keyOf(hash));
    if (signatures) found.set(keyOf(hash), signatures);
    else missing.push(owner);
  }
  for (const stored of await listAbis(db, missing)) found.set(keyOf(stored.abi_hash), cacheParsed(stored));
  const find = (hash: Buffer | null) => {
    const signatures = hash === null ? undefined : found.get(keyOf(hash));
    return signatures ? [signatures] : [];
  };
  return new Map(
    rows.map((row) => [
      row.address.toString('hex'),
      [row, ...row.implementations].flatMap(({ abi_hash }) => find(abi_hash)),
    ]),
  );
}

function cacheParsed({ abi, abi_hash }: StoredAbi): SignatureMaps {
  const signatures = parseStored(abi);
  parsed.set(keyOf(abi_hash), signatures, { size: Math.max(1, abi.length) });
  return signatures;
}

function keyOf(hash: Buffer): string {
  return hash.toString('latin1');
}

/** Stored ABIs were validated before; treat anything else as empty. */
function parseStored(abi: Buffer): SignatureMaps {
  try {
    return indexSignatures(readAbiItems(JSON.parse(abi.toString('utf8'))) ?? []);
  } catch {
    return indexSignatures([]);
  }
}
