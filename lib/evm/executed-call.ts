import type { DecodedCall } from './abi';
import { decodeExactCall } from './guess-call';
import { bufferToAddress, bufferToHex, hexToBuffer } from './hex';
import type { Signatures } from './signatures';

/** The single call that a smart account is instructed to make: its target, and its data as hex. */
export type ExecutedCall = Readonly<{ target: string; data: string }>;

/** Functions of smart accounts that begin with a target, a value and data. */
const EXECUTING = /^(execute|execute_ncC|executeCall|executeUserOp|executeUserOpWithErrorString)$/;
/** `executeUserOp(PackedUserOperation, bytes32)`: an EntryPoint calls it if the call data begins with this selector. */
const EXECUTE_USER_OP = hexToBuffer('0x8dd7712f');
/** ERC-7579: the first byte of a mode is 0 for a single call: its target, its value (32 bytes) and its data. */
const SINGLE = '0x00';
const [SELECTOR, ADDRESS, VALUE] = [4, 20, 32];

/** Finds the one call that an account makes by the call data of a user operation; none for batches. Pure. */
export function findExecutedCall(callData: Buffer, sources: readonly Signatures[]): ExecutedCall | undefined {
  const isWrapped = callData.subarray(0, SELECTOR).equals(EXECUTE_USER_OP);
  const call = decodeExactCall(isWrapped ? callData.subarray(SELECTOR) : callData, sources)?.call;
  return call && (readPlain(call) ?? readSingle(call));
}

/** Of `execute(address, uint256, bytes)` and the like. */
function readPlain({ method_call, parameters }: DecodedCall): ExecutedCall | undefined {
  const [target, value, data] = parameters;
  if (!EXECUTING.test(method_call.split('(', 1)[0] ?? '')) return undefined;
  if (target?.type !== 'address' || value?.type !== 'uint256' || data?.type !== 'bytes') return undefined;
  if (typeof target.value !== 'string' || typeof data.value !== 'string') return undefined;
  return { target: target.value, data: data.value };
}

/** Of `execute(bytes32 mode, bytes executionCalldata)`. */
function readSingle({ method_call, parameters }: DecodedCall): ExecutedCall | undefined {
  const [mode, execution] = parameters;
  if (!method_call.startsWith('execute(') || parameters.length !== 2) return undefined;
  if (mode?.type !== 'bytes32' || execution?.type !== 'bytes') return undefined;
  if (typeof mode.value !== 'string' || typeof execution.value !== 'string') return undefined;
  const bytes = hexToBuffer(execution.value);
  if (!mode.value.startsWith(SINGLE) || bytes.length < ADDRESS + VALUE) return undefined;
  return {
    target: bufferToAddress(bytes.subarray(0, ADDRESS)),
    data: bufferToHex(bytes.subarray(ADDRESS + VALUE)),
  };
}
