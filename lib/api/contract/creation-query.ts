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
    select given.address, t.hash as transaction_hash, t.from_address as sender, c.from_address as factory,
      t.block_number, b.timestamp
    from unnest(${toArrayLiteral(addresses)}::bytea[]) with ordinality as given (address, position)
    cross join lateral ${creationOf(db, db.sql`given.address`)} t
    join ${db.schema}.blocks b on b.number = t.block_number
    left join lateral (
      select c.from_address from ${db.schema}.internal_transactions c
      where c.created_contract = given.address and c.block_number = t.block_number
        and c.transaction_index = t.index and c.depth > 0 and not c.is_undone
      order by c.index limit 1
    ) c on true
    where t.status is distinct from 0
    order by given.position`;
}
