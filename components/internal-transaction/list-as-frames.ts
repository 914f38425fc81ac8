import type { CallFrame } from '@/lib/endpoints/call-tree';
import type { InternalTransaction } from '@/lib/endpoints/internal-transaction';

/** Internal transactions of a list as calls of a flat tree, for an API that tells no tree. */
export function listAsFrames(list: readonly InternalTransaction[]): CallFrame[] {
  return list.map((call) => ({
    index: call.index,
    parent: null,
    depth: call.depth ?? 1,
    type: call.type,
    from: call.from,
    to: call.to,
    created_contract: call.created_contract,
    value: call.value,
    gas_limit: call.gas_limit,
    gas_used: call.gas_used,
    own_gas: null,
    calls_count: 0,
    error: call.error,
    revert_reason: call.revert_reason,
    is_undone: call.is_undone ?? call.error !== null,
    is_failing: false,
    method: call.method,
    decoded_input: call.decoded_input,
    decoded_input_source: call.decoded_input_source,
    declared_inputs: null,
    input: '0x',
    input_size: 0,
    output: null,
    results: null,
  }));
}
