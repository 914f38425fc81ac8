import { implement } from '@/lib/api/implement';
import type { Address } from '@/lib/endpoints/address-mention';
import { getTransactionPreview } from '@/lib/endpoints/transaction-preview';
import { hexToBuffer } from '@/lib/evm/hex';
import { loadTransactionInfo } from './info-loader';

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
