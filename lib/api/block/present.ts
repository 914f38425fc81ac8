import type { AccessListSize } from '@/lib/api/access-list/query';
import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import { type ProofColumns, presentProvability } from '@/lib/api/indexing-status/present';
import type { IndexerStateRow } from '@/lib/api/indexing-status/query';
import { isInRanges, type ProvenRange } from '@/lib/api/proof/query';
import { presentTimestamp } from '@/lib/api/values';
import type { Block } from '@/lib/endpoints/block';
import { bufferToHex } from '@/lib/evm/hex';
import { asReason } from '@/lib/messages/message';
import type { BlockRow, SlotRow } from './query';

/** Data shared by a page of blocks: the state of the index, and the proven ranges among its heights. */
type BlockContext = Readonly<{
  addresses: AddressMap;
  state: (Pick<IndexerStateRow, 'tip_number'> & ProofColumns) | undefined;
  proven: readonly ProvenRange[];
  accessLists: readonly AccessListSize[];
  slots: readonly SlotRow[];
}>;

/** Presents a block. */
export function presentBlock(row: BlockRow, context: BlockContext): Block {
  const gasUsed = percentage(row.gas_used, row.gas_limit) ?? 0;
  return {
    height: row.number,
    hash: bufferToHex(row.hash),
    parent_hash: bufferToHex(row.parent_hash),
    timestamp: presentTimestamp(row.timestamp),
    type: 'block',
    miner: presentAddress(row.miner, context.addresses),
    size: presentCount(row.size),
    nonce: optionalHex(row.nonce),
    difficulty: row.difficulty,
    total_difficulty: row.total_difficulty,
    gas_limit: row.gas_limit,
    gas_used: row.gas_used,
    gas_used_percentage: gasUsed,
    gas_target_percentage: 2 * gasUsed - 100,
    base_fee_per_gas: row.base_fee_per_gas,
    transaction_fees: row.transaction_fees,
    burnt_fees: row.burnt_fees,
    burnt_fees_percentage: row.burnt_fees === null ? null : percentage(row.burnt_fees, row.transaction_fees),
    priority_fee: row.priority_fee,
    transactions_count: row.transactions_count,
    internal_transactions_count: row.internal_transactions_count,
    withdrawals_count: row.withdrawals_count,
    uncles_hashes: row.uncles.map((hash) => ({ hash: bufferToHex(hash) })),
    rewards: [],
    is_pending_update: false,
    blob_gas_used: row.blob_gas_used,
    excess_blob_gas: row.excess_blob_gas,
    token_transfers_count: row.token_transfers_count,
    fhe_operations_count: row.fhe_operations_count,
    total_hcu: row.total_hcu,
    fhe_deployments: null,
    extra_data: bufferToHex(row.extra_data),
    state_root: optionalHex(row.state_root),
    transactions_root: optionalHex(row.transactions_root),
    receipts_root: optionalHex(row.receipts_root),
    slot_number: row.slot_number,
    ...presentSlots(context.slots.find(({ number }) => number === row.number)),
    block_access_list_hash: optionalHex(row.block_access_list_hash),
    access_list: presentAccessList(context.accessLists.find((list) => list.block_number === row.number)),
    confirmations: confirmationsOf(row.number, context.state?.tip_number ?? row.number),
    proof: presentProofState(row.number, context),
  };
}

function presentSlots(row: SlotRow | undefined): Pick<Block, 'skipped_slots_count' | 'builder_withdrawals'> {
  if (!row) return { skipped_slots_count: null, builder_withdrawals: null };
  const skipped = row.since_parent === null ? null : BigInt(row.since_parent) - 1n;
  return {
    // a header's slot is only as good as its block is proven
    skipped_slots_count: skipped === null || skipped < 0n ? null : String(skipped),
    builder_withdrawals: { count: row.builder_withdrawals, amount: row.builder_amount },
  };
}

function presentAccessList(size: AccessListSize | undefined): Block['access_list'] {
  if (!size) return null;
  const { bytes, accounts, changed_slots, read_slots } = size;
  return {
    bytes,
    accounts_count: accounts,
    changed_slots_count: changed_slots,
    read_slots_count: read_slots,
  };
}

function presentProofState(height: number, { proven, state }: BlockContext): Block['proof'] {
  if (isInRanges(proven, height)) return { status: 'proven', ...asReason(undefined) };
  const proof = state && presentProvability(state, height);
  return proof?.status === 'unprovable'
    ? { ...proof, status: proof.status }
    : { status: 'unproven', ...asReason(undefined) };
}

/** Confirmations of a block, itself included: at least 1. */
export function confirmationsOf(blockNumber: number, tip: number): number {
  return Math.max(1 + tip - blockNumber, 1);
}

function percentage(part: string, whole: string): number | null {
  const total = Number(whole);
  return total === 0 ? null : (100 * Number(part)) / total;
}

function presentCount(decimal: string | null): number | null {
  const count = Number(decimal ?? Number.NaN);
  return Number.isSafeInteger(count) ? count : null;
}

function optionalHex(bytes: Buffer | null) {
  return bytes === null ? null : bufferToHex(bytes);
}
