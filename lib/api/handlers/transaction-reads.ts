import type { Database } from '@/lib/db/open-database';
import { listFirstTransfers, type TokenTransferRow } from '@/lib/queries/token-transfer';
import { findTransactions, type TransactionRow } from '@/lib/queries/transaction';
import { BY_HASH, createGathering } from '../gather';

/** How many transfers transaction info shows. */
export const PREVIEW = 10;

const gatherTransactions = createGathering(findTransactions, BY_HASH);
const gatherPreviews = createGathering(
  (db, hashes: readonly Buffer[]) => listFirstTransfers(db, hashes, PREVIEW + 1),
  BY_HASH,
);

/** A transaction by its hash, or undefined; the newer one of a hash that a chain has twice. */
export async function loadTransaction(db: Database, hash: Buffer): Promise<TransactionRow | undefined> {
  return (await gatherTransactions(db, [hash])).get(hash.toString('hex'));
}

/** The transfers that transaction info shows, and one more when there are more. */
export async function loadPreview(db: Database, row: TransactionRow): Promise<readonly TokenTransferRow[]> {
  if (row.token_transfers_count === 0) return [];
  return (await gatherPreviews(db, [row.hash])).get(row.hash.toString('hex'))?.rows ?? [];
}
