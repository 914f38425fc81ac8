import { loadTrace } from '@/lib/api/call-tree/loader';
import type { CallContext } from '@/lib/api/implement';
import { findTransaction } from '@/lib/api/transaction/query';
import { hexToBuffer, isHexData, isHexOfLength } from '@/lib/evm/hex';
import { findPackedOperation, type PackedOperation } from '@/lib/evm/packed-operation';
import { walkParityTraces } from '@/lib/evm/traces';
import { readUint } from '@/lib/evm/words';
import type { UserOperationRow } from './query';

/**
 * A user operation as its bundler sent it: from the input of the transaction, or from the call of the EntryPoint inside of
 * it, by the node's trace; undefined if neither has it. The index stores too little of the input of such a call.
 */
export async function loadPackedOperation(
  context: CallContext,
  { transaction_hash, entry_point, sender, data }: UserOperationRow,
): Promise<PackedOperation | undefined> {
  const row = await findTransaction(context.db, transaction_hash);
  const nonce = readUint(data, 0);
  if (!row || nonce === undefined) return undefined;
  const wanted = { sender, nonce };
  const isDirect = row.to_address?.equals(entry_point) === true;
  const direct = isDirect ? findPackedOperation(row.input, wanted) : undefined;
  if (direct) return direct;
  const traced = await loadTrace(context, row);
  if (traced.kind !== 'answered' || traced.invalid !== undefined) return undefined;
  for (const { type, to, input, isReverted } of walkParityTraces(traced.value)) {
    const isCall =
      type === 'call' && !isReverted && isHexOfLength(to, 20) && hexToBuffer(to).equals(entry_point);
    const found = isCall && isHexData(input) ? findPackedOperation(hexToBuffer(input), wanted) : undefined;
    if (found) return found;
  }
  return undefined;
}
