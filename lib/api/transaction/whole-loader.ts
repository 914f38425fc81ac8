import { BY_HASH, createBatchLoader } from '@/lib/api/batch-loader';
import { PAGE_SIZE } from '@/lib/api/lists/implement-list';
import type { Database } from '@/lib/db/open-database';
import { findWholeTransactions, type WholeTransaction } from './whole-query';

/** Token transfers in transaction info. */
export const PREVIEW = 10;

const previews = createBatchLoader(
  (db, hashes: readonly Buffer[]) => findWholeTransactions(db, hashes, firstTransfers(PREVIEW)),
  BY_HASH,
);
const firstPages = createBatchLoader(
  (db, hashes: readonly Buffer[]) => findWholeTransactions(db, hashes, firstTransfers(PAGE_SIZE)),
  BY_HASH,
);

/** Loads a transaction with `PREVIEW` transfers and one more; undefined when unknown. */
export async function loadPreview(db: Database, hash: Buffer): Promise<WholeTransaction | undefined> {
  return (await previews(db, [hash])).get(hash.toString('hex'));
}

/** Loads a transaction with the first page of its transfers and one more; undefined when unknown. */
export async function loadFirstPage(db: Database, hash: Buffer): Promise<WholeTransaction | undefined> {
  return (await firstPages(db, [hash])).get(hash.toString('hex'));
}

function firstTransfers(shown: number) {
  return { start: undefined, types: [], limit: shown + 1 };
}
