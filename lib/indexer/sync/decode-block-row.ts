import type { NewRow } from '@/lib/db/tables';
import type { RpcBlock } from '@/lib/rpc/block';

/** The row of a block, its sums over transactions still zero and no sources yet; without a base fee no fees are burnt. */
export function decodeBlockRow(block: RpcBlock): NewRow<'blocks'> {
  return {
    number: block.number,
    hash: block.hash,
    parent_hash: block.parentHash,
    timestamp: block.timestamp,
    miner: block.miner,
    gas_limit: block.gasLimit,
    gas_used: block.gasUsed,
    base_fee_per_gas: block.baseFeePerGas,
    size: block.size,
    difficulty: block.difficulty,
    total_difficulty: block.totalDifficulty,
    nonce: block.nonce,
    extra_data: block.extraData,
    state_root: block.stateRoot,
    transactions_root: block.transactionsRoot,
    receipts_root: block.receiptsRoot,
    uncles: block.uncles,
    withdrawals_count: countWithdrawals(block),
    blob_gas_used: block.blobGasUsed,
    excess_blob_gas: block.excessBlobGas,
    block_access_list_hash: block.blockAccessListHash,
    slot_number: block.slotNumber,
    transactions_count: block.transactions.length,
    token_transfers_count: 0,
    fhe_operations_count: 0,
    internal_transactions_count: null,
    total_hcu: 0n,
    transaction_fees: 0n,
    burnt_fees: block.baseFeePerGas === null ? null : 0n,
    priority_fee: block.baseFeePerGas === null ? null : 0n,
  };
}

/** Null before Shanghai, even if a node returns an empty list. */
function countWithdrawals({ withdrawals, withdrawalsRoot }: RpcBlock): number | null {
  const count = withdrawals?.length ?? null;
  return count === 0 && withdrawalsRoot === null ? null : count;
}
