import { paidGasPrice } from '@/lib/evm/fees';
import { dayOf } from './calendar';
import type { BlockRows, BlockStatsRow, TransactionRow } from './rows';

/**
 * What a block adds to the figures of its day, null for a block without a time (0, as some genesis blocks have): it
 * belongs to no day. New accounts and contracts stay 0 here: whether one is new is known when it is written.
 */
export function decodeBlockStats(rows: Omit<BlockRows, 'stats'>): BlockStatsRow | null {
  const { block, transactions } = rows;
  if (block.timestamp === 0) return null;
  const prices = transactions.map((row) => priceOf(row, block.base_fee_per_gas));
  return {
    block_number: block.number,
    day: dayOf(block.timestamp),
    blocks: 1,
    transactions: transactions.length,
    successful_transactions: transactions.filter(({ status }) => status !== 0).length,
    native_coin_transfers: transactions.filter(({ input }) => input.length === 0).length,
    new_accounts: 0,
    new_contracts: 0,
    gas_used: block.gas_used,
    gas_limit: block.gas_limit,
    block_size: block.size ?? 0n,
    gas_price_sum: prices.reduce((sum, price) => sum + price, 0n),
    fee_sum: block.transaction_fees,
    authorizations: rows.authorizations.length,
    fhe_operations: block.fhe_operations_count,
    hcu: block.total_hcu,
  };
}

function priceOf(row: TransactionRow, baseFeePerGas: bigint | null): bigint {
  const price = paidGasPrice({
    effectiveGasPrice: row.effective_gas_price,
    gasPrice: row.gas_price,
    maxFeePerGas: row.max_fee_per_gas,
    maxPriorityFeePerGas: row.max_priority_fee_per_gas,
    baseFeePerGas,
  });
  return price ?? 0n;
}
