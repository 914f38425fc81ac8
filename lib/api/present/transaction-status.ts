import type { z } from 'zod';
import type { getTransactionStatus } from '@/lib/endpoints/transaction-overview';
import type { PendingTransactionRow } from '@/lib/queries/pending-transaction';
import type { TransactionRow } from '@/lib/queries/transaction';
import { confirmationsOf } from './block';
import { statusOf } from './transaction-outcome';

/** What changes of a transaction while somebody watches it; `tip` is that of the index. */
export function presentStatus(
  row: TransactionRow | PendingTransactionRow,
  { tip, isIndexed }: { tip: number; isIndexed: boolean },
): z.output<typeof getTransactionStatus.response> {
  if (!('block_number' in row)) {
    const status = row.left_at === null ? null : 'error';
    return { block_number: null, position: null, status, confirmations: 0, is_pending_update: false };
  }
  const { block_number, index: position } = row;
  const confirmations = confirmationsOf(block_number, tip);
  return { block_number, position, status: statusOf(row), confirmations, is_pending_update: !isIndexed };
}
