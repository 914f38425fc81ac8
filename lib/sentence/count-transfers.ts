import type { Transaction } from '@/lib/endpoints/transaction';

/**
 * The length of the list of a transaction's token transfers, which has a row for each ID of a batch, where the API counts
 * the batch once; `isMore`: there are more rows than counted.
 */
export function countTransfers(
  transaction: Pick<Transaction, 'token_transfers' | 'token_transfers_count' | 'token_transfers_overflow'>,
): { count: number; isMore: boolean } {
  const {
    token_transfers: listed,
    token_transfers_count: logs,
    token_transfers_overflow: isCut,
  } = transaction;
  const further = listed.length - new Set(listed.map(({ log_index }) => log_index)).size;
  return {
    count: logs === null ? listed.length : logs + further,
    isMore: isCut === true && (logs === null || further > 0),
  };
}
