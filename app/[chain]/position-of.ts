import type { ListedTransaction } from '@/lib/endpoints/transaction';

/** The cursor behind a transaction; pending ones have no position. */
export function positionOfTransaction({ block_number, position }: ListedTransaction) {
  return block_number === null || position === null ? undefined : { block_number, index: position };
}
