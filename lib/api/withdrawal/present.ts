import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import { presentInteger, presentTimestamp } from '@/lib/api/values';
import type { Withdrawal } from '@/lib/endpoints/withdrawal';
import type { WithdrawalRow } from './query';

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
