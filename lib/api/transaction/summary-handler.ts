import { loadAddresses } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { type CallContext, implement } from '@/lib/api/implement';
import { loadNetChanges } from '@/lib/api/net-change/loader';
import { presentToken } from '@/lib/api/token/present';
import { findTokens } from '@/lib/api/token/query';
import type { Address } from '@/lib/endpoints/address-mention';
import type { Transaction } from '@/lib/endpoints/transaction';
import { getTransactionPreview } from '@/lib/endpoints/transaction-preview';
import { getTransactionSummary } from '@/lib/endpoints/transaction-summary';
import { hexToBuffer } from '@/lib/evm/hex';
import { readApprovalCall } from '@/lib/sentence/read-approval-call';
import { writeTemplate } from '@/lib/sentence/write-template';
import { loadTransactionInfo } from './info-loader';
import { findTransaction } from './query';

/** GET /transactions/{hash}/summary. */
export const transactionSummaryOperation = implement(
  getTransactionSummary,
  async ({ params, ...context }) => {
    const hash = hexToBuffer(params.transaction_hash_param);
    const [transaction, net] = await Promise.all([
      loadTransactionInfo({ ...context, types: 'blockscout' }, hash),
      findNetChanges(context, hash),
    ]);
    if (transaction === undefined) return undefined;
    const approval = await findApprovalEnds(context, transaction);
    const summary = writeTemplate(transaction, { net, chainId: String(context.db.chainId), approval });
    return { success: true, data: { summaries: [summary] } };
  },
);

/** Spender and token of a transaction that is an approval. */
async function findApprovalEnds({ db }: CallContext, transaction: Transaction) {
  const call = readApprovalCall(transaction);
  if (call === undefined) return undefined;
  const spender = hexToBuffer(call.spender);
  const [addresses, [token]] = await Promise.all([
    loadAddresses(db, [spender]),
    findTokens(db, [hexToBuffer(call.token)]),
  ]);
  return { spender: presentAddress(spender, addresses), token: token && presentToken(token) };
}

/** The first page of its net changes, as its page has them; undefined while the transaction is in no indexed block. */
async function findNetChanges(context: CallContext, hash: Buffer) {
  const row = await findTransaction(context.db, hash);
  return row && loadNetChanges({ ...context, query: {} }, row);
}

/** GET /transactions/{hash}/preview. */
export const transactionPreviewOperation = implement(
  getTransactionPreview,
  async ({ params, query: _, ...context }) => {
    const hash = hexToBuffer(params.transaction_hash_param);
    const found = await loadTransactionInfo({ ...context, types: 'blockscout' }, hash);
    if (found === undefined) return undefined;
    const { from, to, method, status, timestamp } = found;
    return { from: partyOf(from), to: to && partyOf(to), method, status, timestamp };
  },
);

const partyOf = ({ hash, name, ens_domain_name, metadata }: Address) => ({
  hash,
  name,
  ens_domain_name,
  metadata,
});
