import {
  type AddressMap,
  interfacesOf,
  presentAddress,
  presentOptionalAddress,
} from '@/lib/api/address/present';
import { presentCall } from '@/lib/api/transaction/call-present';
import { presentText, presentTimestamp } from '@/lib/api/values';
import type { InternalTransaction } from '@/lib/endpoints/internal-transaction';
import { outcomeOf } from '@/lib/evm/call-outcome';
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
  const { error, created } = presentOutcome(row);
  return {
    block_number: row.block_number,
    transaction_hash: bufferToHex(row.transaction_hash),
    transaction_index: row.transaction_index,
    index: row.index,
    timestamp: presentTimestamp(row.timestamp),
    type: row.type,
    from: presentAddress(row.from_address, addresses),
    to: presentOptionalAddress(row.to_address, addresses),
    created_contract: presentOptionalAddress(created, addresses),
    value: row.value,
    gas_limit: row.gas_limit,
    success: error === null,
    error,
    gas_used: row.gas_used,
    depth: row.depth,
    is_undone: row.is_undone,
    ...presentCall(row, context),
    revert_reason: presentReason(row.output, interfacesOf(row.to_address, context)),
  };
}

/** The outcome of a stored call. */
export function presentOutcome(row: InternalTransactionRow) {
  const { depth, is_undone: isReverted, created_contract: createdContract } = row;
  return outcomeOf({ depth, error: presentText(row.error), isReverted, createdContract });
}

function presentReason(output: Buffer | null, signatures: readonly Signatures[]): string | null {
  if (output === null) return null;
  return decodeRevertReason(output, signatures)?.text || null;
}
