import { confirmationsOf } from '@/lib/api/block/present';
import { presentOutcome } from '@/lib/api/internal-transaction/present';
import type { InternalTransactionRow } from '@/lib/api/internal-transaction/query';
import { type DecodingContext, presentCall } from '@/lib/api/transaction/call-present';
import type { Token } from '@/lib/endpoints/token';
import { bufferToHex } from '@/lib/evm/hex';
import { hasTrait } from '@/lib/evm/token-standards';
import type { RangeLogRow } from './range-log-query';
import type { RangeTransactionRow } from './range-transaction-query';
import type { RangeTransactionFields, RangeTransferRow } from './range-transfer-query';

/** Etherscan's records have text alone: empty where there is nothing, or nothing is known. */
const optional = (value: Buffer | null) => (value === null ? '' : bufferToHex(value));

function presentTransactionFields(row: RangeTransactionFields, tip: number) {
  return {
    blockNumber: String(row.block_number),
    blockHash: bufferToHex(row.block_hash),
    timeStamp: String(row.timestamp),
    hash: bufferToHex(row.hash),
    nonce: row.nonce,
    transactionIndex: String(row.index),
    gas: row.gas_limit,
    gasPrice: row.gas_price ?? '',
    gasUsed: row.gas_used ?? '',
    cumulativeGasUsed: row.cumulative_gas_used ?? '',
    confirmations: String(confirmationsOf(row.block_number, tip)),
  };
}

/** Presents a transaction of `txlist`; its gas price is the one that was paid. */
export function presentModuleTransaction(
  row: RangeTransactionRow,
  { tip, ...decoding }: DecodingContext & { tip: number },
) {
  const input = row.input ?? Buffer.alloc(0);
  const isCall = row.to_address !== null && input.length >= 4;
  return {
    ...presentTransactionFields(row, tip),
    from: bufferToHex(row.from_address),
    to: optional(row.to_address),
    contractAddress: optional(row.created_contract),
    value: row.value,
    input: bufferToHex(input),
    methodId: isCall ? bufferToHex(input.subarray(0, 4)) : '0x',
    functionName: presentCall({ ...row, input }, decoding).decoded_input?.method_call ?? '',
    isError: presentFailure(row),
    txreceipt_status: row.status === null ? '' : String(row.status),
  };
}

/** Before Byzantium only known from traces. */
function presentFailure({ status, has_failed }: RangeTransactionRow): string {
  if (status !== null) return status === 0 ? '1' : '0';
  return has_failed === null ? '' : has_failed ? '1' : '0';
}

/** Presents a transfer of `tokentx`, `tokennfttx` or `token1155tx`. */
export function presentModuleTransfer(row: RangeTransferRow, { token, tip }: { token: Token; tip: number }) {
  const hasAmount = hasTrait(row.token_type, 'amounts');
  const isById = row.token_id !== null;
  return {
    ...presentTransactionFields(row, tip),
    logIndex: String(row.log_index),
    from: bufferToHex(row.from_address),
    to: bufferToHex(row.to_address),
    contractAddress: bufferToHex(row.token_address),
    tokenName: token.name ?? '',
    tokenSymbol: token.symbol ?? '',
    ...(isById ? { tokenID: row.token_id } : {}),
    ...(isById && hasAmount ? { tokenValue: row.amount ?? '' } : { tokenDecimal: token.decimals ?? '' }),
    ...(isById ? {} : { value: row.amount ?? '' }),
    input: 'deprecated',
  };
}

/** Presents a call of `txlistinternal`. */
export function presentModuleInternal(row: InternalTransactionRow) {
  const hash = bufferToHex(row.transaction_hash);
  const { error, created } = presentOutcome(row);
  return {
    blockNumber: String(row.block_number),
    timeStamp: String(row.timestamp),
    hash,
    transactionHash: hash,
    index: String(row.index),
    traceId: String(row.index),
    from: bufferToHex(row.from_address),
    to: optional(row.to_address),
    contractAddress: optional(created),
    value: row.value,
    input: bufferToHex(row.input),
    type: row.type,
    gas: row.gas_limit ?? '',
    gasUsed: row.gas_used ?? '',
    isError: error === null ? '0' : '1',
    errCode: error ?? '',
  };
}

/** Presents a log of `getLogs`; its numbers are hex quantities. */
export function presentModuleLog(row: RangeLogRow) {
  const topics = [row.topic0, row.topic1, row.topic2, row.topic3];
  return {
    address: bufferToHex(row.address),
    topics: topics.flatMap((topic) => (topic === null ? [] : [bufferToHex(topic)])),
    data: optional(row.data),
    blockNumber: quantity(row.block_number),
    blockHash: bufferToHex(row.block_hash),
    timeStamp: quantity(row.timestamp),
    gasPrice: row.gas_price === null ? '' : quantity(row.gas_price),
    gasUsed: row.gas_used === null ? '' : quantity(row.gas_used),
    logIndex: quantity(row.log_index),
    transactionHash: bufferToHex(row.transaction_hash),
    transactionIndex: quantity(row.transaction_index),
  };
}

function quantity(value: number | string): string {
  return `0x${BigInt(value).toString(16)}`;
}
