import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Transaction } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { runTransaction } from '@/lib/db/transaction';
import { keccak256 } from '@/lib/evm/keccak';
import { scheduleProxyRefresh } from '@/lib/indexer/enrich/proxies';
import { addToAddressCounts, removeFromAddressCounts } from '@/lib/indexer/sync/address-counts';
import { addToBalances, removeFromBalances } from '@/lib/indexer/sync/balances';
import type { Batch } from '@/lib/indexer/sync/batch';
import { decodeCoinBalances } from '@/lib/indexer/sync/decode-access-list';
import { encodeBatch } from '@/lib/indexer/sync/encode-batch';
import { markMined, unmarkMined } from '@/lib/indexer/sync/mark-mined';
import { addProvenRange, removeProvenRange } from '@/lib/indexer/sync/proven-ranges';
import { deleteRows, removeFheApps } from '@/lib/indexer/sync/remove-blocks';
import { lockState } from '@/lib/indexer/sync/state';
import { findStateHeight } from '@/lib/indexer/sync/state-height';
import { addToPeriods, insertBlockStats, recountNew, removeFromPeriods } from '@/lib/indexer/sync/stats';
import { addToBacklog, addTotals, copyTables } from '@/lib/indexer/sync/write';
import { writeAddresses } from '@/lib/indexer/sync/write-addresses';
import { decodeAccessList } from '@/lib/proof/access-list';
import type { Rpc } from '@/lib/rpc/client';
import { fetchCodes, fetchHead } from '@/lib/rpc/methods';
import { findReassignedFirstSeen, listRemovedCreations, type ReassignedFirstSeen } from './first-seen';
import { type LatestCodes, reassignAddresses } from './reassign-first-seen';
import { restoreTokens, subtractTokens } from './rewrite-tokens';

/** The index, and the node for codes. */
export type RewriteSource = Readonly<{ rpc: Rpc; db: Database }>;

/**
 * Replaces the contents of a stored block by the batch of this one block, in one transaction: all tables are then as if
 * these contents had been indexed in the first place. The block is proven if the batch is. False, and nothing changes,
 * when the index has no block of that hash at that height. Throws AppError, retryable, when the node does not answer or
 * the block changes meanwhile.
 */
export async function rewriteBlock({ rpc, db }: RewriteSource, batch: Batch): Promise<boolean> {
  const [rows] = batch.blocks;
  if (!rows) return false;
  const addresses = await listRemovedCreations(db, batch);
  // there may be no running indexer that stores it
  const height = await findStateHeight(db, await fetchHead(rpc));
  const codes = { addresses, codes: await fetchCodes(rpc, addresses, height) };
  return runTransaction(db.sql, async (sql) => {
    await lockState(sql, db);
    const [stored] = await sql<{ hash: Buffer }[]>`
      select hash from ${db.schema}.blocks where number = ${rows.block.number}`;
    if (!stored?.hash.equals(rows.block.hash)) return false;
    await replaceContents(sql, db, { batch, codes });
    return true;
  });
}

type Replacement = Readonly<{ batch: Batch; codes: LatestCodes }>;

async function replaceContents(sql: Transaction, db: Database, { batch, codes }: Replacement): Promise<void> {
  const height = batch.blocks[0]?.block.number ?? 0;
  const range = { from: height, to: height };
  const reassigned = await findReassignedFirstSeen(sql, db, batch);
  const heights = await listChangedHeights(sql, db, { height, reassigned, batch });
  for (const at of heights) await removeFromPeriods(sql, db, { from: at, to: at });
  await removeFromAddressCounts(sql, db, range);
  await removeFromBalances(sql, db, range);
  await unmarkMined(sql, db, { ...range, now: Date.now() });
  await subtractTotals(sql, db, height);
  const removed = await reassignAddresses(sql, db, { height, reassigned, codes });
  const affected = await subtractTokens(sql, db, { height, reassigned, batch });
  await keepAccessList(sql, db, batch);
  const encoded = encodeBatch(batch, db.chainId);
  await deleteRows(sql, db, range);

  await copyTables(sql, db, encoded);
  const { added } = await writeAddresses(sql, db, batch);
  await scheduleProxyRefresh(sql, db, encoded);
  await restoreTokens(sql, db, { height, batch, affected });
  await removeFheApps(sql, db);
  await insertBlockStats(sql, db, { blocks: batch.blocks, contracts: new Map(), range });
  await recountNew(sql, db, heights);
  await markMined(sql, db, { ...range, now: Date.now() });
  for (const at of heights) await addToPeriods(sql, db, { from: at, to: at });
  await addToAddressCounts(sql, db, range);
  await addToBalances(sql, db, range);
  await addToBacklog(sql, db, batch);
  await removeProvenRange(sql, db, range);
  for (const proven of batch.proven) await addProvenRange(sql, db, proven);
  await addTotals(sql, db, { batch, addedAddresses: added - removed });
}

/** The block, and later ones whose new contracts or tokens become others. */
async function listChangedHeights(
  sql: Transaction,
  db: Database,
  { height, reassigned, batch }: { height: number; reassigned: ReassignedFirstSeen; batch: Batch },
): Promise<number[]> {
  const created = [...batch.addresses.values()].filter(({ created_block }) => created_block !== null);
  const tokens = [...batch.tokens.values()].map(({ address }) => address);
  const rows = await sql<{ height: number }[]>`
    select created_block as height from ${db.schema}.addresses
    where address = any(${toArrayLiteral(created.map(({ address }) => address))}::bytea[])
      and created_block > ${height}
    union select first_seen_block from ${db.schema}.tokens
    where address = any(${toArrayLiteral(tokens)}::bytea[]) and first_seen_block > ${height}
    union select first_seen_block from ${db.schema}.token_types
    where token_address = any(${toArrayLiteral(reassigned.types.map(({ token }) => token))}::bytea[])
      and first_seen_block > ${height}`;
  const later = [...rows, ...reassigned.created, ...reassigned.types].flatMap((next) => next.height ?? []);
  return [...new Set([height, ...later])];
}

async function subtractTotals(sql: Transaction, db: Database, height: number): Promise<void> {
  await sql`
    update ${db.schema}.indexer_state set
      transactions_count = transactions_count - (
        select b.transactions_count from ${db.schema}.blocks b where b.number = ${height}
      ),
      withdrawals_count = withdrawals_count - w.count,
      withdrawals_sum = withdrawals_sum - w.amount
    from (
      select count(*) as count, coalesce(sum(amount), 0) as amount from ${db.schema}.withdrawals
      where block_number = ${height}
    ) w`;
}

/**
 * Takes over the stored access list of a block into its new contents, if these have none: nodes keep the lists of two weeks.
 */
async function keepAccessList(sql: Transaction, db: Database, { blocks: [rows] }: Batch): Promise<void> {
  const [row] = rows?.access_lists ?? [];
  if (!rows || !row || row.rlp) return;
  const [stored] = await sql<Row<'block_access_lists'>[]>`
    select * from ${db.schema}.block_access_lists where block_number = ${row.block_number} and rlp is not null`;
  if (!stored?.rlp || !keccak256(stored.rlp).equals(row.hash)) return;
  rows.access_lists = [stored];
  rows.coin_balances = decodeCoinBalances(row.block_number, decodeAccessList(stored.rlp));
}
