import type { CallContext } from '@/lib/api/implement';
import { toIndex } from '@/lib/api/lists/cursors';
import { implementList } from '@/lib/api/lists/implement-list';
import { findUnindexed, presentUnindexed } from '@/lib/api/transaction/pending-loader';
import { findTransaction } from '@/lib/api/transaction/query';
import { listTransactionBlobs } from '@/lib/endpoints/blob';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';

/** GET /transactions/{hash}/blobs. */
export const transactionBlobsOperation = implementList(listTransactionBlobs, {
  cursor: {
    position: ({ index }: { index?: bigint | undefined }) => (index === undefined ? 0 : toIndex(index) + 1),
    next: ({ index }: { index: number }, items_count: number) => ({ index, items_count }),
  },
  read: async ({ params, ...context }, { after: start, limit }) => {
    const hashes = await readBlobHashes(context, hexToBuffer(params.transaction_hash_param));
    return hashes?.slice(start, start + limit).map((hash, at) => ({ hash, index: start + at }));
  },
  present: (_, rows) =>
    rows.map(({ hash }) => ({ hash, blob_data: null, kzg_commitment: null, kzg_proof: null })),
});

async function readBlobHashes(context: CallContext, hash: Buffer): Promise<readonly string[] | undefined> {
  const row = await findTransaction(context.db, hash);
  if (row) return (row.blob_versioned_hashes ?? []).map(bufferToHex);
  const found = await findUnindexed(context, hash);
  return found && (await presentUnindexed(context, found)).blob_versioned_hashes;
}
