import { getTransactionSummary } from '@/lib/endpoints/transaction-summary';
import { hexToBuffer } from '@/lib/evm/hex';
import { findTransaction } from '@/lib/queries/transaction';
import { writeTemplate } from '@/lib/sentence/write-template';
import { type CallContext, implement } from '../implement';
import { loadNetChanges } from '../loaders/net-change';
import { loadTransactionInfo } from '../loaders/transaction-info';

/** GET /transactions/{hash}/summary. */
export const transactionSummaryOperation = implement(
  getTransactionSummary,
  async ({ params, ...context }) => {
    const hash = hexToBuffer(params.transaction_hash_param);
    const [transaction, net] = await Promise.all([
      loadTransactionInfo({ ...context, types: 'blockscout' }, hash),
      findSenderChanges(context, hash),
    ]);
    if (transaction === undefined) return undefined;
    const summary = writeTemplate(transaction, { net, chainId: String(context.db.chainId) });
    return { success: true, data: { summaries: [summary] } };
  },
);

/** The net changes of the sender, who is the first account; undefined while the transaction is in no indexed block. */
async function findSenderChanges(context: CallContext, hash: Buffer) {
  const row = await findTransaction(context.db, hash);
  return row && loadNetChanges({ ...context, query: { items_count: 1n } }, row);
}
