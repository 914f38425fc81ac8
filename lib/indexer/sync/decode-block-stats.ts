import type { NewRow } from '@/lib/db/tables';
import { utcDate } from '@/lib/db/utc-date';
import { paidGasPrice } from '@/lib/evm/fees';
import { hexToBuffer } from '@/lib/evm/hex';
import { hasTrait } from '@/lib/evm/token-standards';
import type { BlockRows } from './block-rows';

/** The type of the first transaction in every Arbitrum block. */
const ARBITRUM_INTERNAL = 106;
/** Sender and recipient of the L1 attributes transaction of an OP Stack block. */
const ATTRIBUTES_DEPOSITOR = hexToBuffer('0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001');
const L1_BLOCK = hexToBuffer('0x4200000000000000000000000000000000000015');

/** The block's share of its day, new contracts and tokens still 0; null for timestamp 0, as in some genesis blocks. */
export function decodeBlockStats(rows: Omit<BlockRows, 'stats'>): NewRow<'block_stats'> | null {
  const { block, transactions } = rows;
  if (block.timestamp === 0) return null;
  const prices = transactions.map((row) => priceOf(row, block.base_fee_per_gas));
  return {
    block_number: block.number,
    day: utcDate(1000 * block.timestamp),
    blocks: 1,
    transactions: transactions.length,
    successful_transactions: transactions.filter(({ status }) => status !== 0).length,
    native_coin_transfers: transactions.filter(({ input }) => input.length === 0).length,
    new_contracts: 0,
    new_tokens: 0,
    gas_used: block.gas_used,
    gas_limit: block.gas_limit,
    block_size: block.size ?? 0n,
    gas_price_sum: prices.reduce((sum, price) => sum + price, 0n),
    fee_sum: block.transaction_fees,
    authorizations: rows.authorizations.length,
    user_operations: rows.user_operations.length,
    op_stack_system_transactions: transactions.filter(isOpStackSystem).length,
    arbitrum_system_transactions: transactions.filter(({ type }) => type === ARBITRUM_INTERNAL).length,
    fhe_operations: block.fhe_operations_count,
    fhe_transactions: transactions.filter(({ fhe_operations_count }) => fhe_operations_count > 0).length,
    confidential_transfers: rows.token_transfers.filter(({ token_type }) => hasTrait(token_type, 'encrypted'))
      .length,
    hcu: block.total_hcu,
  };
}

function isOpStackSystem({ from_address, to_address }: NewRow<'transactions'>): boolean {
  return from_address.equals(ATTRIBUTES_DEPOSITOR) && to_address?.equals(L1_BLOCK) === true;
}

function priceOf(row: NewRow<'transactions'>, baseFeePerGas: bigint | null): bigint {
  const price = paidGasPrice({
    effectiveGasPrice: row.effective_gas_price,
    gasPrice: row.gas_price,
    maxFeePerGas: row.max_fee_per_gas,
    maxPriorityFeePerGas: row.max_priority_fee_per_gas,
    baseFeePerGas,
  });
  return price ?? 0n;
}
