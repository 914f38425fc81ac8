import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** What is known of an account; `name` is that of its token, as received. */
export type AddressRow = {
  address: Buffer;
  is_contract: boolean;
  delegate: Buffer | null;
  is_fhe: boolean | null;
  name: Buffer | null;
};

/** The rows of these addresses, each once; addresses never seen are missing. */
export async function findAddresses(db: Database, addresses: readonly Buffer[]): Promise<AddressRow[]> {
  if (addresses.length === 0) return [];
  return await db.sql<AddressRow[]>`
    select a.address, a.is_contract, a.delegate, a.is_fhe, t.name
    from ${db.schema}.addresses a
    left join ${db.schema}.tokens t on t.address = a.address
    where a.address = any(${toArrayLiteral(addresses)}::bytea[])`;
}
