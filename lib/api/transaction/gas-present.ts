import { presentQuantity, toBigint } from '@/lib/api/values';
import { burntFee, type FeeSource, paidGasPrice, priorityFee, transactionFee } from '@/lib/evm/fees';
import { bufferToHex } from '@/lib/evm/hex';
import type { TransactionRow } from './query';

/** The columns that gas and fees are computed from. */
export type GasRow = Pick<
  TransactionRow,
  | 'gas_limit'
  | 'gas_used'
  | 'gas_price'
  | 'effective_gas_price'
  | 'max_fee_per_gas'
  | 'max_priority_fee_per_gas'
  | 'base_fee_per_gas'
  | 'l1_fee'
  | 'operator_fee'
  | 'max_fee_per_blob_gas'
  | 'blob_gas_used'
  | 'blob_gas_price'
  | 'blob_versioned_hashes'
>;

/** What a transaction's fee is computed from, in gas and wei. */
export function readFeeSource(row: GasRow): FeeSource {
  return {
    gasLimit: BigInt(row.gas_limit),
    gasUsed: toBigint(row.gas_used),
    gasPrice: toBigint(row.gas_price),
    effectiveGasPrice: toBigint(row.effective_gas_price),
    maxFeePerGas: toBigint(row.max_fee_per_gas),
    maxPriorityFeePerGas: toBigint(row.max_priority_fee_per_gas),
    baseFeePerGas: toBigint(row.base_fee_per_gas),
    l1Fee: toBigint(row.l1_fee),
    operatorFee: toBigint(row.operator_fee),
  };
}

/** Presents gas and fees, in gas and wei. */
export function presentGas(row: GasRow) {
  const source = readFeeSource(row);
  const fee = transactionFee(source);
  return {
    fee: { type: fee.type, value: presentQuantity(fee.value) },
    gas_limit: row.gas_limit,
    gas_used: row.gas_used,
    gas_price: row.gas_price ?? presentQuantity(paidGasPrice(source)),
    base_fee_per_gas: row.base_fee_per_gas,
    max_fee_per_gas: row.max_fee_per_gas,
    max_priority_fee_per_gas: row.max_priority_fee_per_gas,
    priority_fee: presentQuantity(priorityFee(source)),
    transaction_burnt_fee: presentQuantity(burntFee(source)),
    l1_fee: row.l1_fee,
    operator_fee: row.operator_fee,
    max_fee_per_blob_gas: row.max_fee_per_blob_gas,
    blob_gas_used: row.blob_gas_used,
    // some nodes return the block's blob gas price for every transaction
    blob_gas_price: row.blob_gas_used === null ? null : row.blob_gas_price,
    blob_versioned_hashes: (row.blob_versioned_hashes ?? []).map(bufferToHex),
  };
}
