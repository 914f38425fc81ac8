import type { Database, Transaction } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { keccak256 } from '@/lib/evm/keccak';
import type { Batch } from '@/lib/indexer/sync/batch';
import { decodeCoinBalances } from '@/lib/indexer/sync/decode-access-list';
import { decodeAccessList } from '@/lib/proof/access-list';

/**
 * Takes over the stored access list of a block into its new contents, if these have none: nodes keep the lists of two weeks.
 */
export async function keepAccessList(
  sql: Transaction,
  db: Database,
  { blocks: [rows] }: Batch,
): Promise<void> {
  const [row] = rows?.access_lists ?? [];
  if (!rows || !row || row.rlp) return;
  const [stored] = await sql<Row<'block_access_lists'>[]>`
    select * from ${db.schema}.block_access_lists where block_number = ${row.block_number} and rlp is not null`;
  if (!stored?.rlp || !keccak256(stored.rlp).equals(row.hash)) return;
  rows.access_lists = [stored];
  rows.coin_balances = decodeCoinBalances(row.block_number, decodeAccessList(stored.rlp));
}
