import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import { isInRanges, type ProvenRange } from '@/lib/api/proof/query';
import { presentTimestamp } from '@/lib/api/values';
import type { CoinTransfer } from '@/lib/endpoints/coin-transfer';
import { bufferToHex } from '@/lib/evm/hex';
import type { CoinTransferRow } from './query';

/** Presents a logged transfer of coin; `proven` are the proven ranges among the heights of a page. */
export function presentCoinTransfer(
  row: CoinTransferRow,
  { addresses, proven }: Readonly<{ addresses: AddressMap; proven: readonly ProvenRange[] }>,
): CoinTransfer {
  const { block_number: height } = row;
  return {
    block_number: height,
    transaction_hash: bufferToHex(row.transaction_hash),
    transaction_index: row.transaction_index,
    log_index: row.log_index,
    timestamp: presentTimestamp(row.timestamp),
    kind: row.is_value ? 'value' : 'call',
    from: presentAddress(row.from, addresses),
    to: presentAddress(row.to, addresses),
    value: String(row.value),
    is_proven: isInRanges(proven, height),
  };
}
