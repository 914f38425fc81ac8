import type { InternalType } from '@/lib/evm/internal-types';
import type { TokenType } from '@/lib/evm/token-standards';

/** A row of `blocks`. Timestamps in Unix seconds, amounts in wei. */
export type BlockRow = {
  number: number;
  hash: Buffer;
  parent_hash: Buffer;
  timestamp: number;
  miner: Buffer;
  gas_limit: bigint;
  gas_used: bigint;
  base_fee_per_gas: bigint | null;
  size: bigint | null;
  difficulty: bigint | null;
  total_difficulty: bigint | null;
  nonce: Buffer | null;
  extra_data: Buffer;
  state_root: Buffer | null;
  transactions_root: Buffer | null;
  receipts_root: Buffer | null;
  uncles: readonly Buffer[];
  withdrawals_count: number | null;
  blob_gas_used: bigint | null;
  excess_blob_gas: bigint | null;
  transactions_count: number;
  token_transfers_count: number;
  fhe_operations_count: number;
  /** Null where a transaction of the block has no trace. */
  internal_transactions_count: number | null;
  total_hcu: number;
  transaction_fees: bigint;
  burnt_fees: bigint | null;
  priority_fee: bigint | null;
};

/** A row of `transactions`. */
export type TransactionRow = {
  block_number: number;
  index: number;
  hash: Buffer;
  type: number;
  from_address: Buffer;
  to_address: Buffer | null;
  created_contract: Buffer | null;
  nonce: bigint;
  value: bigint;
  input: Buffer;
  gas_limit: bigint;
  gas_price: bigint | null;
  max_fee_per_gas: bigint | null;
  max_priority_fee_per_gas: bigint | null;
  max_fee_per_blob_gas: bigint | null;
  blob_versioned_hashes: readonly Buffer[] | null;
  status: 0 | 1 | null;
  gas_used: bigint | null;
  cumulative_gas_used: bigint | null;
  effective_gas_price: bigint | null;
  blob_gas_used: bigint | null;
  blob_gas_price: bigint | null;
  l1_fee: bigint | null;
  operator_fee: bigint | null;
  error: Buffer | null;
  revert_output: Buffer | null;
  revert_source: 'trace' | 'replay' | null;
  has_error_in_internal_transactions: boolean | null;
  internal_transactions_count: number | null;
  logs_count: number;
  token_transfers_count: number;
  fhe_operations_count: number;
  total_hcu: number;
};

/** A row of `transaction_authorizations`. */
export type AuthorizationRow = {
  block_number: number;
  transaction_index: number;
  index: number;
  chain_id: bigint;
  address: Buffer;
  nonce: bigint;
  y_parity: bigint;
  r: bigint;
  s: bigint;
  authority: Buffer | null;
};

/** A row of `logs`. */
export type LogRow = {
  block_number: number;
  transaction_index: number;
  log_index: number;
  address: Buffer;
  topic0: Buffer | null;
  topic1: Buffer | null;
  topic2: Buffer | null;
  topic3: Buffer | null;
  data: Buffer;
};

/** A row of `withdrawals`; the amount in wei. */
export type WithdrawalRow = {
  block_number: number;
  position: number;
  index: bigint;
  validator_index: bigint;
  address: Buffer;
  amount: bigint;
};

/** A row of `internal_transactions`. */
export type InternalTransactionRow = {
  block_number: number;
  transaction_index: number;
  index: number;
  depth: number;
  type: InternalType;
  from_address: Buffer;
  to_address: Buffer | null;
  created_contract: Buffer | null;
  value: bigint;
  gas_limit: bigint | null;
  gas_used: bigint | null;
  input: Buffer;
  input_size: number;
  output: Buffer | null;
  error: Buffer | null;
  is_undone: boolean;
};

/** A row of `token_transfers`. */
export type TokenTransferRow = {
  block_number: number;
  transaction_index: number;
  log_index: number;
  token_address: Buffer;
  token_type: TokenType;
  from_address: Buffer;
  to_address: Buffer;
  amount: bigint | null;
  token_ids: readonly bigint[] | null;
  amounts: readonly bigint[] | null;
  encrypted_amount: Buffer | null;
};

/** A row of `token_instance_transfers`. */
export type InstanceTransferRow = {
  token_address: Buffer;
  token_id: bigint;
  block_number: number;
  log_index: number;
};

/** A row of `fhe_operations`. */
export type FheOperationRow = {
  block_number: number;
  transaction_index: number;
  log_index: number;
  caller: Buffer | null;
  operation: string;
  fhe_type: string;
  is_scalar: boolean;
  operands: readonly Buffer[];
  plaintext: bigint | null;
  result: Buffer;
  hcu_cost: number;
  hcu_depth: number;
};

/** A row of `user_operations`; `paymaster` is null when the sender paid. */
type UserOperationRow = {
  block_number: number;
  transaction_index: number;
  log_index: number;
  sender: Buffer;
  paymaster: Buffer | null;
};

/** The additive figures that `block_stats` and `daily_stats` share. */
type StatsFigures = {
  blocks: number;
  transactions: number;
  successful_transactions: number;
  native_coin_transfers: number;
  new_contracts: number;
  new_tokens: number;
  gas_used: bigint;
  gas_limit: bigint;
  block_size: bigint;
  gas_price_sum: bigint;
  fee_sum: bigint;
  authorizations: number;
  user_operations: number;
  op_stack_system_transactions: number;
  arbitrum_system_transactions: number;
  fhe_operations: number;
  fhe_transactions: number;
  confidential_transfers: number;
  hcu: number;
};

/** A row of `block_stats`; `day` is a UTC date. */
export type BlockStatsRow = StatsFigures & { block_number: number; day: string };

/** A contract that exists because of a transaction, `to`-less or from a factory. */
export type Creation = { address: Buffer; transaction_index: number };

/** Everything that one block adds, complete but for what the addresses' code says. */
export type BlockRows = {
  block: BlockRow;
  transactions: TransactionRow[];
  authorizations: AuthorizationRow[];
  logs: LogRow[];
  internal_transactions: InternalTransactionRow[];
  withdrawals: WithdrawalRow[];
  token_transfers: TokenTransferRow[];
  token_instance_transfers: InstanceTransferRow[];
  fhe_operations: FheOperationRow[];
  user_operations: UserOperationRow[];
  creations: Creation[];
  /** Null for a block without a time; new contracts and tokens are counted when it is written. */
  stats: BlockStatsRow | null;
};

const INDEXES = ['block_number', 'transaction_index', 'log_index'] as const;

/** The columns of each table of rows, in the order they are written. */
export const COLUMNS = {
  blocks: [
    ...(['number', 'hash', 'parent_hash', 'timestamp', 'miner', 'gas_limit', 'gas_used'] as const),
    ...(['base_fee_per_gas', 'size', 'difficulty', 'total_difficulty', 'nonce', 'extra_data'] as const),
    ...(['state_root', 'transactions_root', 'receipts_root', 'uncles', 'withdrawals_count'] as const),
    ...(['blob_gas_used', 'excess_blob_gas', 'transactions_count', 'token_transfers_count'] as const),
    ...(['fhe_operations_count', 'total_hcu', 'transaction_fees', 'burnt_fees', 'priority_fee'] as const),
    'internal_transactions_count',
  ],
  transactions: [
    ...(['block_number', 'index', 'hash', 'type', 'from_address', 'to_address'] as const),
    ...(['created_contract', 'nonce', 'value', 'input', 'gas_limit', 'gas_price'] as const),
    ...(['max_fee_per_gas', 'max_priority_fee_per_gas', 'max_fee_per_blob_gas'] as const),
    ...(['blob_versioned_hashes', 'status', 'gas_used', 'cumulative_gas_used'] as const),
    ...(['effective_gas_price', 'blob_gas_used', 'blob_gas_price', 'l1_fee', 'operator_fee'] as const),
    ...(['error', 'revert_output', 'revert_source', 'has_error_in_internal_transactions'] as const),
    ...(['logs_count', 'token_transfers_count', 'fhe_operations_count', 'total_hcu'] as const),
    'internal_transactions_count',
  ],
  transaction_authorizations: [
    ...(['block_number', 'transaction_index', 'index', 'chain_id', 'address'] as const),
    ...(['nonce', 'y_parity', 'r', 's', 'authority'] as const),
  ],
  logs: [...INDEXES, 'address', 'topic0', 'topic1', 'topic2', 'topic3', 'data'],
  withdrawals: ['block_number', 'position', 'index', 'validator_index', 'address', 'amount'],
  internal_transactions: [
    ...(['block_number', 'transaction_index', 'index', 'depth', 'type', 'from_address'] as const),
    ...(['to_address', 'created_contract', 'value', 'gas_limit', 'gas_used', 'input'] as const),
    ...(['input_size', 'output', 'error', 'is_undone'] as const),
  ],
  token_transfers: [
    ...INDEXES,
    ...(['token_address', 'token_type', 'from_address', 'to_address'] as const),
    ...(['amount', 'token_ids', 'amounts', 'encrypted_amount'] as const),
  ],
  token_instance_transfers: ['token_address', 'token_id', 'block_number', 'log_index'],
  fhe_operations: [
    ...INDEXES,
    ...(['caller', 'operation', 'fhe_type', 'is_scalar', 'operands'] as const),
    ...(['plaintext', 'result', 'hcu_cost', 'hcu_depth'] as const),
  ],
  block_stats: [
    ...(['block_number', 'day', 'blocks', 'transactions', 'successful_transactions'] as const),
    ...(['native_coin_transfers', 'new_contracts', 'new_tokens', 'gas_used', 'gas_limit'] as const),
    ...(['block_size', 'gas_price_sum', 'fee_sum', 'authorizations', 'user_operations'] as const),
    ...(['op_stack_system_transactions', 'arbitrum_system_transactions', 'fhe_operations'] as const),
    ...(['fhe_transactions', 'confidential_transfers', 'hcu'] as const),
  ],
  user_operations: [...INDEXES, 'sender', 'paymaster'],
} as const satisfies Tables;

type Tables = {
  blocks: readonly (keyof BlockRow)[];
  transactions: readonly (keyof TransactionRow)[];
  transaction_authorizations: readonly (keyof AuthorizationRow)[];
  logs: readonly (keyof LogRow)[];
  withdrawals: readonly (keyof WithdrawalRow)[];
  internal_transactions: readonly (keyof InternalTransactionRow)[];
  token_transfers: readonly (keyof TokenTransferRow)[];
  token_instance_transfers: readonly (keyof InstanceTransferRow)[];
  fhe_operations: readonly (keyof FheOperationRow)[];
  block_stats: readonly (keyof BlockStatsRow)[];
  user_operations: readonly (keyof UserOperationRow)[];
};
