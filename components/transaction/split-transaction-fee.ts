import type { Transaction } from '@/lib/endpoints/transaction';
import { parseInteger } from '@/lib/format/amount';
import { type FeeSplit, splitFee } from '@/lib/format/fee-split';

type PaidTransaction = Pick<Transaction, 'fee' | 'gas_used' | 'base_fee_per_gas' | 'l1_fee' | 'operator_fee'>;

/** The burnt part of a transaction's fee and the recipients of the rest; undefined until paid, or if unknown. */
export function splitTransactionFee(transaction: PaidTransaction): FeeSplit | undefined {
  const fee = parseInteger(transaction.fee.value);
  if (fee === undefined || transaction.fee.type !== 'actual') return undefined;
  const other = (parseInteger(transaction.l1_fee) ?? 0n) + (parseInteger(transaction.operator_fee) ?? 0n);
  return splitFee({
    fee,
    gasUsed: parseInteger(transaction.gas_used),
    baseFeePerGas: parseInteger(transaction.base_fee_per_gas),
    other,
  });
}

/** What a mined transaction paid for its blobs, in wei, all of it burnt; undefined without blobs. It is no part of `fee`. */
export function blobFeeOf(
  transaction: Pick<Transaction, 'blob_gas_used' | 'blob_gas_price'>,
): bigint | undefined {
  const used = parseInteger(transaction.blob_gas_used);
  const price = parseInteger(transaction.blob_gas_price);
  return used === undefined || price === undefined || used === 0n ? undefined : used * price;
}
