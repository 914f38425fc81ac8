import {
  type AddressMap,
  interfacesOf,
  presentAddress,
  presentOptionalAddress,
} from '@/lib/api/address/present';
import { presentCall } from '@/lib/api/transaction/call-present';
import { presentText, presentTimestamp } from '@/lib/api/values';
import type { InternalTransaction } from '@/lib/endpoints/internal-transaction';
import { bufferToHex } from '@/lib/evm/hex';
import { decodeRevertReason } from '@/lib/evm/revert-reason';
import type { Signatures } from '@/lib/evm/signatures';
import type { InternalTransactionRow } from './query';

/** Presents an internal transaction. */
export function presentInternalTransaction(
  row: InternalTransactionRow,
  context: Readonly<{ addresses: AddressMap; signatures: readonly Signatures[] }>,
): InternalTransaction {
  const { addresses } = context;
  return {
    block_number: row.block_number,
    transaction_hash: bufferToHex(row.transaction_hash),
    transaction_index: row.transaction_index,
    index: row.index,
    timestamp: presentTimestamp(row.timestamp),
    type: row.type,
    from: presentAddress(row.from_address, addresses),
    to: presentOptionalAddress(row.to_address, addresses),
    created_contract: presentOptionalAddress(row.created_contract, addresses),
    value: row.value,
    gas_limit: row.gas_limit,
    success: row.error === null,
    error: presentText(row.error),
    gas_used: row.gas_used,
    depth: row.depth,
    is_undone: row.is_undone,
    ...presentCall(row, context),
    revert_reason: presentReason(row.output, interfacesOf(row.to_address, context)),
  };
}

function presentReason(output: Buffer | null, signatures: readonly Signatures[]): string | null {
  if (output === null) return null;
  return decodeRevertReason(output, signatures)?.text || null;
}
