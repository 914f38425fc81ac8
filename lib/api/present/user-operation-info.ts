import type { PresentedUserOperation, UserOperationInfo } from '@/lib/endpoints/user-operation';
import type { DecodedCall } from '@/lib/evm/abi';
import { decodeExactCall } from '@/lib/evm/guess-call';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { PackedOperation } from '@/lib/evm/packed-operation';
import { decodeKnownLog } from '@/lib/evm/signatures';
import { OPERATION_REASON } from '@/lib/evm/user-operations';
import type { OperationSurroundings, UserOperationRow } from '@/lib/queries/user-operation';
import { type AddressMap, presentAddress, presentOptionalAddress } from './address';

/** What `execute` of an account calls. */
type Executed = Readonly<{ target: string; data: string }>;
/** A user operation with all that is known of it. */
type KnownOperation = Readonly<{
  row: UserOperationRow;
  around: OperationSurroundings;
  packed: PackedOperation | undefined;
  executed: Executed | undefined;
}>;

/** The call that an account is told to make by `execute(address, uint256, bytes)`. */
export function readExecuted(packed: PackedOperation | undefined): Executed | undefined {
  const { method_call = '', parameters = [] } = decodeBytes(packed?.callData) ?? {};
  const [target, value, data] = parameters;
  const isExecute = method_call.startsWith('execute(') && parameters.length === 3;
  if (!isExecute || target?.type !== 'address' || value?.type !== 'uint256' || data?.type !== 'bytes')
    return undefined;
  if (typeof target.value !== 'string' || typeof data.value !== 'string') return undefined;
  return { target: target.value, data: data.value };
}

/** Presents a user operation beside what the list says of it. */
export function presentOperationInfo(
  listed: PresentedUserOperation,
  { row, around, packed, executed }: KnownOperation,
  addresses: AddressMap,
): UserOperationInfo {
  const [fee, used] = [BigInt(listed.fee), BigInt(listed.gas)];
  const begins = around.begins_after;
  return {
    ...listed,
    sender: listed.address,
    block_hash: bufferToHex(around.block_hash),
    bundle_index: 0,
    index: around.index,
    factory: presentOptionalAddress(row.factory, addresses),
    gas_used: listed.gas,
    gas_price: used === 0n ? null : String(fee / used),
    ...presentPacked(packed, addresses),
    execute_target: executed ? presentAddress(hexToBuffer(executed.target), addresses) : null,
    execute_call_data: executed?.data ?? null,
    decoded_execute_call_data: decodeBytes(executed?.data),
    revert_reason: readReason(row, around.reason),
    sponsor_type: null,
    user_logs_start_index: begins === null ? null : begins + 1,
    user_logs_count: begins === null ? null : row.log_index - begins - 1,
    consensus: true,
  };
}

function presentPacked(packed: PackedOperation | undefined, addresses: AddressMap) {
  return {
    gas: packed ? sumLimits(packed) : null,
    call_gas_limit: packed?.callGasLimit ?? null,
    verification_gas_limit: packed?.verificationGasLimit ?? null,
    pre_verification_gas: packed?.preVerificationGas ?? null,
    max_fee_per_gas: packed?.maxFeePerGas ?? null,
    max_priority_fee_per_gas: packed?.maxPriorityFeePerGas ?? null,
    call_data: packed?.callData ?? null,
    decoded_call_data: decodeBytes(packed?.callData),
    signature: packed?.signature ?? null,
    aggregator: presentOptionalAddress(packed?.aggregator ? hexToBuffer(packed.aggregator) : null, addresses),
    aggregator_signature: packed?.aggregatorSignature ?? null,
    raw: packed ? presentRaw(packed) : null,
  };
}

function presentRaw(packed: PackedOperation) {
  return {
    sender: packed.sender,
    nonce: packed.nonce,
    init_code: packed.initCode,
    call_data: packed.callData,
    account_gas_limits: packed.accountGasLimits,
    gas_fees: packed.gasFees,
    paymaster_and_data: packed.paymasterAndData,
    signature: packed.signature,
  };
}

function sumLimits(packed: PackedOperation): string {
  const limits = [packed.callGasLimit, packed.verificationGasLimit, packed.preVerificationGas];
  return String(limits.reduce((sum, one) => sum + BigInt(one), packed.paymasterGasLimits));
}

function decodeBytes(data: string | undefined): DecodedCall | null {
  return data === undefined ? null : (decodeExactCall(hexToBuffer(data))?.call ?? null);
}

function readReason({ topic1, topic2 }: UserOperationRow, data: Buffer | null): string | null {
  if (data === null || topic1 === null || topic2 === null) return null;
  const log = decodeKnownLog({ topics: [OPERATION_REASON, topic1, topic2], data });
  const value = log?.parameters.find(({ name }) => name === 'revertReason')?.value;
  return typeof value === 'string' ? value : null;
}
