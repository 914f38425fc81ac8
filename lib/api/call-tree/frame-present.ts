import { interfacesOf, presentAddress, presentOptionalAddress } from '@/lib/api/address/present';
import {
  type DecodingContext,
  type PresentedCall,
  presentCall,
  presentCallInputs,
} from '@/lib/api/transaction/call-present';
import { presentQuantity } from '@/lib/api/values';
import type { CallFrame } from '@/lib/endpoints/call-tree';
import { outcomeOf } from '@/lib/evm/call-outcome';
import type { CallNode } from '@/lib/evm/call-tree';
import { bufferToHex } from '@/lib/evm/hex';
import type { InternalCall } from '@/lib/evm/internal-calls';
import { decodeRevertReason } from '@/lib/evm/revert-reason';
import { decodeKnownResult } from '@/lib/evm/signatures';

const MAX_BYTES = 256;
const MAX_ERROR_LENGTH = 1_000;

/** Data shared by the calls of a tree. */
export type FrameContext = DecodingContext &
  Readonly<{ parent: number | null; ownGas: bigint | null; gasUsed: bigint | null; isFailing: boolean }>;

/** Presents a call of a call tree. */
export function presentCallFrame({ call, size }: CallNode, context: FrameContext): CallFrame {
  const { addresses } = context;
  const called = presentCalled(call, context);
  const { error, created } = outcomeOf(call);
  return {
    index: call.index,
    parent: context.parent,
    depth: call.depth,
    type: call.type,
    from: presentAddress(call.from, addresses),
    to: presentOptionalAddress(call.to, addresses),
    created_contract: presentOptionalAddress(created, addresses),
    value: call.value.toString(),
    gas_limit: presentQuantity(call.gasLimit),
    gas_used: presentQuantity(context.gasUsed),
    own_gas: presentQuantity(context.ownGas),
    calls_count: size,
    error: error?.slice(0, MAX_ERROR_LENGTH) ?? null,
    revert_reason: presentReason(call, context),
    is_undone: call.isReverted,
    is_failing: context.isFailing,
    ...called,
    declared_inputs: presentCallInputs(called, { to_address: call.to, context }),
    input: bufferToHex(call.input.subarray(0, MAX_BYTES)),
    input_size: call.inputSize,
    output: call.output === null ? null : bufferToHex(call.output.subarray(0, MAX_BYTES)),
    results: presentResults(call, called, context),
    log_indexes: [],
    token_transfers: [],
  };
}

/** The decoded call, and its method. */
export function presentCalled({ input, to }: InternalCall, context: DecodingContext): PresentedCall {
  return presentCall({ input, to_address: to }, context);
}

function presentResults(
  { input, output, to, error }: InternalCall,
  { decoded_input_source: source }: PresentedCall,
  context: DecodingContext,
): CallFrame['results'] {
  if (output === null || output.length === 0 || error !== null) return null;
  if (source !== 'contract' && source !== 'known') return null;
  return decodeKnownResult({ input, output }, interfacesOf(to, context)) ?? null;
}

function presentReason({ error, output, to }: InternalCall, context: DecodingContext): string | null {
  if (error === null || output === null) return null;
  return decodeRevertReason(output, interfacesOf(to, context))?.text || null;
}
