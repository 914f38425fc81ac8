import type { Withdrawal } from '@/lib/endpoints/withdrawal';
import type { WithdrawalRow } from '@/lib/queries/withdrawal';
import { type AddressMap, presentAddress } from './address';
import { presentInteger, presentTimestamp } from './values';

/** Presents a withdrawal. */
export function presentWithdrawal(row: WithdrawalRow, addresses: AddressMap): Withdrawal {
  return {
    index: presentInteger(row.index),
    validator_index: presentInteger(row.validator_index),
    block_number: row.block_number,
    timestamp: presentTimestamp(row.timestamp),
    receiver: presentAddress(row.address, addresses),
    amount: row.amount,
  };
}
