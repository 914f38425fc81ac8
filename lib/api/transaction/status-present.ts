import type { z } from 'zod';
import { confirmationsOf } from '@/lib/api/block/present';
import type { getTransactionStatus } from '@/lib/endpoints/transaction-overview';
import { statusOf } from './outcome-present';
import type { PendingTransactionRow } from './pending-query';
import type { TransactionRow } from './query';

/** The fields of a transaction that change while it is watched; `tip` is that of the index. */
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
