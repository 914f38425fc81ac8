import { creationOf } from '@/lib/api/address/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** The creation of a contract; the timestamp is in Unix seconds. */
export type ContractCreationRow = {
  address: Buffer;
  transaction_hash: Buffer;
  /** Sender of the transaction. */
  sender: Buffer;
  /** The contract that created it within the transaction; null when the transaction itself did. */
  factory: Buffer | null;
  block_number: number;
  timestamp: number;
};

/** The creations of those of these addresses that a transaction is known to have created, in the same order. */
export async function findContractCreations(
  db: Database,
  addresses: readonly Buffer[],
): Promise<ContractCreationRow[]> {
  return await db.sql<ContractCreationRow[]>`
    select given.address, t.hash as transaction_hash, t.from_address as sender,
      case when t.created_contract is distinct from given.address then t.creator end as factory,
      t.block_number, b.timestamp
    from unnest(${toArrayLiteral(addresses)}::bytea[]) with ordinality as given (address, position)
    cross join lateral ${creationOf(db, db.sql`given.address`)} t
    join ${db.schema}.blocks b on b.number = t.block_number
    where t.status is distinct from 0
    order by given.position`;
}
