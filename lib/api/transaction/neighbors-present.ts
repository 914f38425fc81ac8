import type { z } from 'zod';
import type { getTransactionNeighbors } from '@/lib/endpoints/transaction-neighbors';
import { bufferToHex } from '@/lib/evm/hex';
import type { NeighborsRow } from './query';

/** The transactions before and after one. */
export function presentNeighbors(row: NeighborsRow): z.output<typeof getTransactionNeighbors.response> {
  const present = (neighbor: Buffer | null) => (neighbor === null ? null : bufferToHex(neighbor));
  return {
    previous_of_sender: present(row.previous_of_sender),
    next_of_sender: present(row.next_of_sender),
    previous_in_block: present(row.previous_in_block),
    next_in_block: present(row.next_in_block),
  };
}
