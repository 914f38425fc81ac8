import type { NewRow } from '@/lib/db/tables';
import type { InternalCall } from '@/lib/evm/internal-calls';
import type { BlockBundle } from './bundle';

/** The rows of a transaction's calls, in execution order. */
export function decodeInternalRows(
  at: Readonly<{ block_number: number; transaction_index: number }>,
  calls: readonly InternalCall[],
): NewRow<'internal_transactions'>[] {
  return calls.map((call) => ({
    block_number: at.block_number,
    transaction_index: at.transaction_index,
    index: call.index,
    depth: call.depth,
    type: call.type,
    from_address: call.from,
    to_address: call.to,
    created_contract: call.createdContract,
    value: call.value,
    gas_limit: call.gasLimit,
    gas_used: call.gasUsed,
    input: call.input,
    input_size: call.inputSize,
    output: call.output,
    error: call.error === null ? null : Buffer.from(call.error),
    is_undone: call.isReverted,
  }));
}

/** The number of calls in the block; null when a transaction has no trace. */
export function countInternalCalls({ block, traces }: BlockBundle): number | null {
  let count = 0;
  for (const { index } of block.transactions) {
    const trace = traces?.[index];
    if (!trace) return null;
    count += trace.callsCount;
  }
  return count;
}
