import { presentOptionalAddress } from '@/lib/api/address/present';
import { type DecodingContext, presentAnyCall } from '@/lib/api/transaction/call-present';
import type { PresentedUserOperation } from '@/lib/endpoints/user-operation';
import type { UserOperationInfo } from '@/lib/endpoints/user-operation-info';
import type { ExecutedCall } from '@/lib/evm/executed-call';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { PackedOperation } from '@/lib/evm/packed-operation';
import { decodeKnownLog } from '@/lib/evm/signatures';
import { OPERATION_TOPICS } from '@/lib/evm/user-operations';
import type { OperationSurroundings, UserOperationRow } from './query';

/** A user operation with all its details. */
type OperationDetails = Readonly<{
  row: UserOperationRow;
  around: OperationSurroundings;
  packed: PackedOperation | undefined;
  executed: ExecutedCall | undefined;
}>;

/** Presents the details of a user operation. */
export function presentOperationInfo(
  listed: PresentedUserOperation,
  { row, around, packed, executed }: OperationDetails,
  context: DecodingContext,
): UserOperationInfo {
  const { addresses } = context;
  const [fee, used] = [BigInt(listed.fee), BigInt(listed.gas)];
  const begins = around.begins_after;
  const target = executed ? hexToBuffer(executed.target) : null;
  return {
    ...listed,
    nonce: `0x${BigInt(listed.nonce).toString(16).padStart(64, '0')}`,
    sender: listed.address,
    block_hash: bufferToHex(around.block_hash),
    bundle_index: row.bundle_index,
    index: row.operation_index,
    factory: presentOptionalAddress(row.factory, addresses),
    gas_used: listed.gas,
    gas_price: used === 0n ? null : String(fee / used),
    ...presentPacked(packed),
    decoded_call_data: decodeBytes(packed?.callData, row.sender, context),
    execute_target: presentOptionalAddress(target, addresses),
    execute_call_data: executed?.data ?? null,
    decoded_execute_call_data: decodeBytes(executed?.data, target, context),
    revert_reason: readReason(row, around.reason),
    sponsor_type: presentSponsor(row, around),
    user_logs_start_index: begins === null ? null : begins + 1,
    user_logs_count: begins === null ? null : row.log_index - begins - 1,
    consensus: true,
  };
}

function presentSponsor(
  { paymaster }: UserOperationRow,
  { has_deposit }: OperationSurroundings,
): UserOperationInfo['sponsor_type'] {
  if (paymaster === null) return has_deposit ? 'wallet_deposit' : 'wallet_balance';
  return has_deposit ? 'paymaster_hybrid' : 'paymaster_sponsor';
}

function presentPacked(packed: PackedOperation | undefined) {
  return {
    gas: packed ? sumLimits(packed) : null,
    call_gas_limit: packed?.callGasLimit ?? null,
    verification_gas_limit: packed?.verificationGasLimit ?? null,
    pre_verification_gas: packed?.preVerificationGas ?? null,
    max_fee_per_gas: packed?.maxFeePerGas ?? null,
    max_priority_fee_per_gas: packed?.maxPriorityFeePerGas ?? null,
    call_data: packed?.callData ?? null,
    signature: packed?.signature ?? null,
    aggregator: packed?.aggregator ? bufferToAddress(hexToBuffer(packed.aggregator)) : null,
    aggregator_signature: packed?.aggregatorSignature ?? null,
    raw: packed ? presentRaw(packed) : null,
  };
}

function presentRaw(packed: PackedOperation) {
  const { accountGasLimits, gasFees } = packed;
  const whole = {
    sender: bufferToAddress(hexToBuffer(packed.sender)),
    nonce: packed.nonce,
    init_code: packed.initCode,
    call_data: packed.callData,
    pre_verification_gas: packed.preVerificationGas,
    paymaster_and_data: packed.paymasterAndData,
    signature: packed.signature,
  };
  if (accountGasLimits !== null && gasFees !== null)
    return { ...whole, account_gas_limits: accountGasLimits, gas_fees: gasFees };
  return {
    ...whole,
    call_gas_limit: packed.callGasLimit,
    verification_gas_limit: packed.verificationGasLimit,
    max_fee_per_gas: packed.maxFeePerGas,
    max_priority_fee_per_gas: packed.maxPriorityFeePerGas,
  };
}

function sumLimits(packed: PackedOperation): string {
  const limits = [packed.callGasLimit, packed.verificationGasLimit, packed.preVerificationGas];
  return String(limits.reduce((sum, one) => sum + BigInt(one), packed.paymasterGasLimits));
}

function decodeBytes(data: string | undefined, to: Buffer | null, context: DecodingContext) {
  const call = data === undefined ? undefined : { input: hexToBuffer(data), to_address: to };
  return call ? presentAnyCall(call, context).decoded_input : null;
}

function readReason({ topic1, topic2 }: UserOperationRow, data: Buffer | null): string | null {
  if (data === null || topic1 === null || topic2 === null) return null;
  const log = decodeKnownLog({ topics: [OPERATION_TOPICS.reason, topic1, topic2], data });
  const value = log?.parameters.find(({ name }) => name === 'revertReason')?.value;
  return typeof value === 'string' ? value : null;
}
