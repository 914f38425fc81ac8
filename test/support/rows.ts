import type { Implementation } from '@/lib/api/address/facts-query';
import type { AddressEntry } from '@/lib/api/address/present';
import type { BlockRow } from '@/lib/api/block/query';
import type { IndexerStateRow } from '@/lib/api/indexing-status/query';
import type { InternalTransactionRow } from '@/lib/api/internal-transaction/query';
import type { ReadLog } from '@/lib/api/log/present';
import type { TokenRow } from '@/lib/api/token/query';
import type { TokenTransferRow } from '@/lib/api/token-transfer/query';
import type { PendingTransactionRow } from '@/lib/api/transaction/pending-query';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { BUILT_IN } from '@/lib/evm/signatures';
import { address, hash, hex } from './api-rows';
import { SHIPPED } from './shipped-names';

export { address, hash, hex };

export const MAX_UINT256 = String(2n ** 256n - 1n);
export const INVALID_UTF8 = Buffer.of(0x41, 0xff, 0x42);

/** Fields that are null, by their names. */
export const nulls = (names: string): Record<string, null> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, null]));

/** An implementation as queries return it. */
export const implementationRow = (
  implementation: Buffer,
  changes: Partial<Implementation> = {},
): Implementation => ({
  ...{ address: implementation, name: null, is_verified: false, abi_hash: null, abi_owner: null },
  ...changes,
});

/** Rows as queries return them, and entries as loaders do; `changes` overrides columns. */
export const accountRow = (changes: Partial<AddressEntry> = {}): AddressEntry => ({
  address: address(0x11),
  is_contract: false,
  is_fhe: null,
  proxy_type: null,
  implementations: [],
  pool: null,
  abi_owner: null,
  name: null,
  is_verified: false,
  abi_hash: null,
  label: null,
  label_tags: null,
  label_url: null,
  label_source: null,
  ens_name: null,
  interfaces: [],
  ...changes,
});

export const tokenRow = (changes: Partial<TokenRow> = {}): TokenRow => ({
  address: address(0x20),
  type: 'ERC-20',
  name: Buffer.from('Dollar'),
  symbol: Buffer.from('USD'),
  decimals: '6',
  total_supply: '1000',
  transfers_count: 3,
  holders_count: 2,
  balances_by: 'transfers',
  price: null,
  icon_url: null,
  ...changes,
});

/** What a block need not have. */
export const EMPTY_BLOCK = {
  internal_transactions_count: null,
  miner: Buffer.alloc(20),
  base_fee_per_gas: null,
  difficulty: null,
  total_difficulty: null,
  nonce: null,
  extra_data: Buffer.alloc(0),
  state_root: null,
  transactions_root: null,
  receipts_root: null,
  uncles: [],
  withdrawals_count: null,
  blob_gas_used: null,
  excess_blob_gas: null,
  block_access_list_hash: null,
  slot_number: null,
  burnt_fees: null,
  priority_fee: null,
};

/** A genesis block of which nothing else is known. */
export const blockRow = (changes: Partial<BlockRow> = {}): BlockRow => ({
  ...EMPTY_BLOCK,
  number: 0,
  hash: hash(0x40),
  parent_hash: Buffer.alloc(32),
  timestamp: 0,
  gas_limit: '0',
  gas_used: '0',
  size: null,
  transactions_count: 0,
  token_transfers_count: 0,
  fhe_operations_count: 0,
  total_hcu: '0',
  transaction_fees: '0',
  ...changes,
});

/** A pending transaction as its sender signed it. */
export const pendingRow = (changes: Partial<PendingTransactionRow> = {}): PendingTransactionRow => ({
  hash: hash(0x30),
  type: 2,
  from_address: address(0x10),
  to_address: address(0x11),
  nonce: '0',
  value: '0',
  input: Buffer.alloc(0),
  gas_limit: '21000',
  gas_price: '20',
  max_fee_per_gas: '20',
  max_priority_fee_per_gas: '3',
  max_fee_per_blob_gas: null,
  blob_versioned_hashes: null,
  first_seen: null,
  left_at: null,
  replaced_by: null,
  ...changes,
});

export const transactionRow = (changes: Partial<TransactionRow> = {}): TransactionRow => ({
  block_number: 5,
  index: 0,
  hash: hash(0x30),
  type: 2,
  from_address: address(0x10),
  to_address: address(0x11),
  created_contract: null,
  nonce: '0',
  value: '0',
  input: Buffer.alloc(0),
  gas_limit: '21000',
  gas_price: '10',
  max_fee_per_gas: '20',
  max_priority_fee_per_gas: '3',
  max_fee_per_blob_gas: null,
  blob_versioned_hashes: null,
  status: 1,
  gas_used: '21000',
  effective_gas_price: '10',
  blob_gas_used: null,
  blob_gas_price: null,
  l1_fee: null,
  operator_fee: null,
  error: null,
  revert_output: null,
  revert_source: null,
  has_error_in_internal_transactions: false,
  internal_transactions_count: 0,
  logs_count: 0,
  token_transfers_count: 0,
  fhe_operations_count: 0,
  mint: null,
  block_hash: hash(0x31),
  timestamp: 1_700_000_000,
  base_fee_per_gas: '7',
  first_seen: null,
  looked_before: null,
  ...changes,
});

export const transferRow = (changes: Partial<TokenTransferRow> = {}): TokenTransferRow => ({
  log_index: 0,
  token_address: address(0x20),
  token_type: 'ERC-20',
  from_address: address(0x10),
  to_address: address(0x11),
  encrypted_amount: null,
  token_id: null,
  value: '5',
  index_in_batch: null,
  is_wrap: false,
  ...changes,
});

export const callRow = (changes: Partial<InternalTransactionRow> = {}): InternalTransactionRow => ({
  block_number: 5,
  transaction_index: 0,
  index: 0,
  depth: 1,
  type: 'call',
  from_address: address(0x10),
  to_address: address(0x11),
  created_contract: null,
  value: '0',
  gas_limit: '100',
  gas_used: '60',
  input: Buffer.alloc(0),
  output: null,
  error: null,
  is_undone: false,
  transaction_hash: hash(0x30),
  timestamp: 1_700_000_000,
  ...changes,
});

export const logRow = (changes: Partial<ReadLog> = {}): ReadLog => ({
  block_number: 5,
  transaction_index: 0,
  log_index: 0,
  address: address(0x20),
  topic0: null,
  topic1: null,
  topic2: null,
  topic3: null,
  data: Buffer.alloc(0),
  transaction_hash: hash(0x30),
  block_hash: hash(0x31),
  timestamp: 0,
  ...changes,
});

export const stateRow = (changes: Partial<IndexerStateRow> = {}): IndexerStateRow => ({
  only_row: true,
  first_block: 0,
  tip_number: null,
  tip_hash: null,
  remote_head: null,
  end_block: null,
  has_traces: null,
  blocks_count: 0,
  transactions_count: 0,
  addresses_count: 0,
  heights_from: null,
  last_blocks_since: 0,
  fhe_handles_below: null,
  internal_transactions_since: null,
  withdrawals_count: 0,
  withdrawals_sum: '0',
  withdrawals_since: null,
  proof_status: 'unknown',
  unprovable_reason: null,
  unprovable_checks: [],
  newer_header_since: null,
  newer_header_fields: null,
  newer_header_version: null,
  genesis_hash: null,
  finalized_block: null,
  coin_price: null,
  development: null,
  ...changes,
});

export function byAddress<T extends { address: Buffer }>(...rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.address.toString('hex'), row]));
}

export const NO_ACCOUNTS = byAddress<AddressEntry>();
export const NO_TOKENS = byAddress<TokenRow>();

/** What a transaction is presented with when nothing is known of its addresses. */
export const TRANSACTION_CONTEXT = {
  tip: 5,
  averageBlockTimeMs: 12_000,
  addresses: NO_ACCOUNTS,
  tokens: NO_TOKENS,
  signatures: [BUILT_IN, ...SHIPPED],
};

/** An address of which nothing is known, in an answer. */
export const plainAddress = (hash: string) => ({
  hash,
  ...nulls('name implementation_name proxy_type ens_domain_name metadata'),
  implementations: [],
  is_contract: false,
  is_verified: false,
  is_scam: false,
  reputation: 'ok',
  private_tags: [],
  public_tags: [],
  watchlist_names: [],
});
