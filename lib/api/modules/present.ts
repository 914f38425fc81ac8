import { bufferToHex } from '@/lib/evm/hex';
import type { InternalTransactionRow } from '@/lib/queries/internal-transaction';
import type { RangeLogRow } from '@/lib/queries/range-log';
import type { RangeTransactionRow } from '@/lib/queries/range-transaction';
import type { RangeTransferRow } from '@/lib/queries/range-transfer';
import type { Token } from '@/lib/spec/token';
import { presentText } from '../present/values';

/** A field of a record: text, empty where there is nothing. */
const optional = (value: Buffer | null) => (value === null ? '' : bufferToHex(value));

/** What transactions and transfers have of their transaction. */
function presentPlace(
  row: Omit<
    RangeTransactionRow,
    'value' | 'from_address' | 'to_address' | 'created_contract' | 'input' | 'status'
  >,
  tip: number,
) {
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
    confirmations: String(Math.max(tip - row.block_number + 1, 1)),
  };
}

/** A transaction of txlist; the gas price is the one that was paid. */
export function presentModuleTransaction(row: RangeTransactionRow, tip: number) {
  const input = row.input ?? Buffer.alloc(0);
  return {
    ...presentPlace(row, tip),
    from: bufferToHex(row.from_address),
    to: optional(row.to_address),
    contractAddress: optional(row.created_contract),
    value: row.value,
    input: bufferToHex(input),
    methodId: row.to_address === null ? '0x' : bufferToHex(input.subarray(0, 4)),
    isError: row.status === 0 ? '1' : '0',
    txreceipt_status: row.status === null ? '' : String(row.status),
  };
}

/** A transfer of tokentx or tokennfttx. */
export function presentModuleTransfer(row: RangeTransferRow, { token, tip }: { token: Token; tip: number }) {
  return {
    ...presentPlace(row, tip),
    logIndex: String(row.log_index),
    from: bufferToHex(row.from_address),
    to: bufferToHex(row.to_address),
    contractAddress: bufferToHex(row.token_address),
    tokenName: token.name ?? '',
    tokenSymbol: token.symbol ?? '',
    tokenDecimal: token.decimals ?? '',
    ...(row.token_type === 'ERC-721' ? { tokenID: row.token_id ?? '' } : { value: row.amount ?? '' }),
  };
}

/** A call of txlistinternal. */
export function presentModuleInternal(row: InternalTransactionRow) {
  const hash = bufferToHex(row.transaction_hash);
  return {
    blockNumber: String(row.block_number),
    timeStamp: String(row.timestamp),
    hash,
    transactionHash: hash,
    index: String(row.index),
    from: bufferToHex(row.from_address),
    to: optional(row.to_address),
    contractAddress: optional(row.created_contract),
    value: row.value,
    input: bufferToHex(row.input),
    type: row.type,
    gas: row.gas_limit ?? '',
    gasUsed: row.gas_used ?? '',
    isError: row.is_undone ? '1' : '0',
    errCode: presentText(row.error) ?? '',
  };
}

/** A log of getLogs; its numbers are hex quantities. */
export function presentModuleLog(row: RangeLogRow) {
  const { topic0, topic1, topic2, topic3 } = row;
  return {
    address: bufferToHex(row.address),
    topics: [topic0, topic1, topic2, topic3].map((topic) => (topic === null ? null : bufferToHex(topic))),
    data: bufferToHex(row.data ?? Buffer.alloc(0)),
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
