import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** The interface of a contract as stored: JSON, and its SHA-256. */
export type StoredAbi = { abi_hash: Buffer; abi: Buffer };

/** The interfaces of these contracts, each once; contracts without one are missing. */
export async function listAbis(db: Database, addresses: readonly Buffer[]): Promise<StoredAbi[]> {
  if (addresses.length === 0) return [];
  return await db.sql<StoredAbi[]>`
    select distinct on (abi_hash) abi_hash, abi from ${db.schema}.contract_interfaces
    where address = any(${toArrayLiteral(addresses)}::bytea[])`;
}
