import { listTransactionBlobs } from '@/lib/endpoints/blob';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { findTransaction } from '@/lib/queries/transaction';
import { type Context, implement } from '../implement';
import { findUnindexed, presentUnindexed } from '../loaders/pending-transaction';
import { cutPage, PAGE_SIZE, toIndex } from '../paging';

/** GET /transactions/{hash}/blobs. */
export const transactionBlobsOperation = implement(
  listTransactionBlobs,
  async ({ params, query, ...context }) => {
    const hashes = await readBlobHashes(context, hexToBuffer(params.transaction_hash_param));
    if (!hashes) return undefined;
    const size = Number(query.items_count ?? PAGE_SIZE);
    const start = query.index === undefined ? 0 : toIndex(query.index) + 1;
    const { shown, last } = cutPage(hashes.slice(start, start + size + 1), size);
    return {
      items: shown.map((hash) => ({ hash, blob_data: null, kzg_commitment: null, kzg_proof: null })),
      next_page_params: last ? { index: start + size - 1, items_count: size } : null,
    };
  },
);

/** The versioned hashes of a transaction, mined or not; undefined for one that nobody knows. */
async function readBlobHashes(context: Context, hash: Buffer): Promise<readonly string[] | undefined> {
  const row = await findTransaction(context.db, hash);
  if (row) return (row.blob_versioned_hashes ?? []).map(bufferToHex);
  const found = await findUnindexed(context, hash);
  return found && (await presentUnindexed(context, found)).blob_versioned_hashes;
}
