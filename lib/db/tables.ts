// Generated from lib/db/migrations by `npm run tables`: change the migrations.
import type { InternalType } from '@/lib/evm/internal-types';
import type { TokenType } from '@/lib/evm/token-standards';

/** A row as queries read it: `numeric` is a decimal string. */
export type Row<Table extends keyof Tables<string, Date>> = Tables<string, Date>[Table];
/** A row as COPY writes it: `numeric` is a bigint, a `date` is YYYY-MM-DD. */
export type NewRow<Table extends keyof Tables<bigint, string>> = Tables<bigint, string>[Table];

type Tables<Numeric, Day> = {
  address_counts: {
    address: Buffer;
    transactions: number;
    gas_sent: Numeric;
    gas_received: Numeric;
    token_transfers: number;
    blocks: number;
    last_block: number | null;
  };
  address_labels: {
    address: Buffer;
    name: Buffer;
    tags: string[];
    url: string | null;
    source: string;
  };
  addresses: {
    address: Buffer;
    is_contract: boolean;
    delegate: Buffer | null;
    first_seen_block: number;
    first_sent_block: number | null;
    created_block: number | null;
    created_transaction_index: number | null;
    first_fhe_block: number | null;
    is_fhe: boolean | null;
    proxy_status: 'pending' | 'asked' | 'read';
    proxy_type: string | null;
    implementation: Buffer | null;
    beacon: Buffer | null;
    code_size: number | null;
    code_hash: Buffer | null;
    facets: readonly Buffer[] | null;
  };
  api_keys: {
    key_hash: Buffer;
    name: string;
    plan: string;
    created_at: Date;
    revoked_at: Date | null;
  };
  artifact_sources: {
    artifact: Buffer;
    compiler_settings: Buffer | null;
    sources: Buffer | null;
    storage_layout: Buffer | null;
  };
  block_access_lists: {
    block_number: number;
    hash: Buffer;
    rlp: Buffer | null;
    accounts: number | null;
    changed_slots: number | null;
    read_slots: number | null;
  };
  block_stats: {
    block_number: number;
    day: Day;
    blocks: number;
    transactions: number;
    successful_transactions: number;
    native_coin_transfers: number;
    new_contracts: number;
    gas_used: Numeric;
    gas_limit: Numeric;
    block_size: Numeric;
    gas_price_sum: Numeric;
    fee_sum: Numeric;
    authorizations: number;
    fhe_operations: number;
    hcu: Numeric;
    new_tokens: number;
    user_operations: number;
    op_stack_system_transactions: number;
    arbitrum_system_transactions: number;
    fhe_transactions: number;
    confidential_transfers: number;
  };
  blocks: {
    number: number;
    hash: Buffer;
    parent_hash: Buffer;
    timestamp: number;
    miner: Buffer;
    gas_limit: Numeric;
    gas_used: Numeric;
    base_fee_per_gas: Numeric | null;
    size: Numeric | null;
    difficulty: Numeric | null;
    total_difficulty: Numeric | null;
    nonce: Buffer | null;
    extra_data: Buffer;
    state_root: Buffer | null;
    transactions_root: Buffer | null;
    receipts_root: Buffer | null;
    uncles: readonly Buffer[];
    withdrawals_count: number | null;
    blob_gas_used: Numeric | null;
    excess_blob_gas: Numeric | null;
    transactions_count: number;
    token_transfers_count: number;
    fhe_operations_count: number;
    total_hcu: Numeric;
    transaction_fees: Numeric;
    burnt_fees: Numeric | null;
    priority_fee: Numeric | null;
    internal_transactions_count: number | null;
    block_access_list_hash: Buffer | null;
    slot_number: Numeric | null;
  };
  chains: {
    chain_id: number;
    name: string;
    symbol: string;
    position: number;
    first_block: number;
    first_block_hash: Buffer | null;
    is_demo: boolean;
    is_served: boolean;
    fhe_executor: Buffer | null;
  };
  coin_balances: {
    address: Buffer;
    block_number: number;
    balance: Numeric;
  };
  contract_interfaces: {
    address: Buffer;
    source: 'operator' | 'verified';
    name: Buffer | null;
    abi: Buffer;
    abi_hash: Buffer;
    is_exact: boolean | null;
    verified_at: number | null;
    language: Buffer | null;
    compiler_version: Buffer | null;
    file_path: Buffer | null;
    compiler_settings: Buffer | null;
    sources: Buffer | null;
    verified_via: 'sourcify' | 'compiler' | 'artifacts' | null;
    constructor_arguments: Buffer | null;
    libraries: Buffer | null;
    code_hash: Buffer | null;
    storage_layout: Buffer | null;
    artifact: Buffer | null;
  };
  daily_stats: {
    day: Day;
    blocks: number;
    transactions: number;
    successful_transactions: number;
    native_coin_transfers: number;
    new_accounts: number;
    new_contracts: number;
    gas_used: Numeric;
    gas_limit: Numeric;
    block_size: Numeric;
    gas_price_sum: Numeric;
    fee_sum: Numeric;
    authorizations: number;
    fhe_operations: number;
    hcu: Numeric;
    new_tokens: number;
    user_operations: number;
    op_stack_system_transactions: number;
    arbitrum_system_transactions: number;
    fhe_transactions: number;
    confidential_transfers: number;
    new_builders: number;
    new_wallets: number;
  };
  day_prices: {
    asset: Buffer;
    day: number;
    price: Numeric;
  };
  development: {
    only_row: boolean;
    instance: string | null;
    reset_at: number | null;
    reset_to: number | null;
  };
  ens_names: {
    address: Buffer;
    name: string | null;
    checked_at: Date;
  };
  fhe_apps: {
    address: Buffer;
    maker: 'fhevm' | 'cofhe' | 'nox' | 'unknown';
    acl: Buffer | null;
    executor: Buffer | null;
    kms_verifier: Buffer | null;
    protocol_id: Numeric | null;
  };
  fhe_deployments: {
    executor: Buffer;
    position: number;
    name: string;
    acl: Buffer | null;
    hcu_limit: Buffer | null;
    kms_verifier: Buffer | null;
    input_verifier: Buffer | null;
    protocol_config: Buffer | null;
    bridge: Buffer | null;
  };
  fhe_handle_logs: {
    handle: Buffer;
    kind: string;
    emitter: Buffer;
    block_number: number;
    transaction_index: number;
    log_index: number;
    account: Buffer | null;
  };
  fhe_limits: {
    hcu_limit: Buffer;
    block_number: number;
    source: 'contract' | 'constants' | 'none' | 'unknown';
    version: string | null;
    per_transaction: Numeric | null;
    depth: Numeric | null;
    per_block: Numeric | null;
  };
  fhe_operations: {
    block_number: number;
    transaction_index: number;
    log_index: number;
    caller: Buffer | null;
    operation: string;
    fhe_type: string;
    is_scalar: boolean;
    operands: readonly Buffer[];
    plaintext: Numeric | null;
    result: Buffer;
    hcu_cost: number;
    hcu_depth: number;
  };
  former_interfaces: {
    address: Buffer;
    source: string;
    name: Buffer | null;
    abi: Buffer;
    abi_hash: Buffer;
    is_exact: boolean | null;
    verified_at: number | null;
    language: Buffer | null;
    compiler_version: Buffer | null;
    file_path: Buffer | null;
    compiler_settings: Buffer | null;
    sources: Buffer | null;
    verified_via: string | null;
    constructor_arguments: Buffer | null;
    libraries: Buffer | null;
    code_hash: Buffer | null;
    storage_layout: Buffer | null;
    artifact: Buffer | null;
    ended_block: number;
  };
  indexer_state: {
    only_row: boolean;
    first_block: number;
    tip_number: number | null;
    tip_hash: Buffer | null;
    remote_head: number | null;
    end_block: number | null;
    has_traces: boolean | null;
    blocks_count: number;
    transactions_count: number;
    addresses_count: number;
    internal_transactions_since: number | null;
    withdrawals_count: number;
    withdrawals_sum: Numeric;
    withdrawals_since: number | null;
    proof_status: 'unknown' | 'provable' | 'unprovable';
    unprovable_reason: string | null;
    genesis_hash: Buffer | null;
    finalized_block: number | null;
    unprovable_checks: string[];
    heights_from: number | null;
    last_blocks_since: number;
    newer_header_since: number | null;
    newer_header_fields: string[] | null;
    newer_header_version: string | null;
    fhe_handles_below: number | null;
  };
  indexing_speed: {
    only_row: boolean;
    measured_at: number;
    blocks: number;
    elapsed_ms: number;
    held_back_by: 'node' | 'processor' | 'database';
  };
  interface_lookups: {
    address: Buffer;
    asked_at: Date;
    is_found: boolean;
  };
  internal_transactions: {
    block_number: number;
    transaction_index: number;
    index: number;
    depth: number;
    type: InternalType;
    from_address: Buffer;
    to_address: Buffer | null;
    created_contract: Buffer | null;
    value: Numeric;
    gas_limit: Numeric | null;
    gas_used: Numeric | null;
    input: Buffer;
    input_size: number;
    output: Buffer | null;
    error: Buffer | null;
    is_undone: boolean;
  };
  kept_verifications: {
    chain_id: number;
    address: Buffer;
    name: Buffer;
    abi: Buffer;
    abi_hash: Buffer;
    is_exact: boolean;
    verified_at: number;
    language: Buffer;
    compiler_version: Buffer;
    file_path: Buffer;
    compiler_settings: Buffer;
    sources: Buffer;
    constructor_arguments: Buffer | null;
    libraries: Buffer;
    storage_layout: Buffer | null;
    code_hash: Buffer;
  };
  key_credits: {
    key_hash: Buffer;
    day: Day;
    credits: number;
  };
  key_usage: {
    day: Day;
    key_hash: Buffer;
    endpoint_id: string;
    calls: number;
    credits: number;
  };
  key_usage_writers: {
    writer_id: string;
    batch: number;
    stored_at: Date;
  };
  leader: {
    only_row: boolean;
    term: number;
  };
  listed_tokens: {
    address: Buffer;
    list: string;
    name: string;
    symbol: string;
    decimals: number;
    logo_uri: string | null;
    checked_at: Date;
    agrees: boolean | null;
    logo: Buffer | null;
    logo_type: string | null;
    logo_version: string | null;
  };
  logs: {
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
  node_pool: {
    only_row: boolean;
    source: 'content' | 'filter' | 'block' | 'none';
    looked_at: number;
  };
  participations: {
    role: string;
    address: Buffer;
    day: Day;
    times: number;
    previous_day: Day | null;
  };
  pending_authorizations: {
    hash: Buffer;
    index: number;
    chain_id: Numeric;
    address: Buffer;
    nonce: Numeric;
    y_parity: Numeric;
    r: Numeric;
    s: Numeric;
    authority: Buffer | null;
  };
  pending_transactions: {
    hash: Buffer;
    type: number;
    from_address: Buffer;
    to_address: Buffer | null;
    nonce: Numeric;
    value: Numeric;
    input: Buffer;
    gas_limit: Numeric;
    gas_price: Numeric | null;
    max_fee_per_gas: Numeric | null;
    max_priority_fee_per_gas: Numeric | null;
    max_fee_per_blob_gas: Numeric | null;
    blob_versioned_hashes: readonly Buffer[] | null;
    first_seen: number;
    looked_before: number;
    last_seen: number;
    left_at: number | null;
    replaced_by: Buffer | null;
    replaced_in: number | null;
  };
  period_counts: {
    role: string;
    resolution: string;
    start: Day;
    active: number;
    recurring_60: number;
    recurring_90: number;
    recurring_120: number;
  };
  pools: {
    address: Buffer;
    token0: Buffer;
    token1: Buffer;
    fee: number | null;
    exchange: string;
    block_number: number;
  };
  price_feeds: {
    asset: Buffer;
    kind: 'feed' | 'pool';
    contract: Buffer;
    max_age: number;
    description: string | null;
  };
  prices: {
    asset: Buffer;
    block_number: number;
    price: Numeric | null;
    updated_at: number | null;
  };
  proven_ranges: {
    from_block: number;
    to_block: number;
  };
  rpc_endpoints: {
    position: number;
    host: string;
    benched_until: number | null;
    reason: string | null;
    benches: number;
    failures: number;
    last_error: string | null;
    last_answer_at: number | null;
    name: string | null;
  };
  shipped_signatures: {
    checksum: string;
  };
  signature_lookups: {
    key: Buffer;
    looked_up_at: Date;
  };
  signatures: {
    key: Buffer;
    signature: string;
    source: number;
    rank: number;
  };
  token_balance_checks: {
    token_address: Buffer;
    balances_by: 'transfers' | 'calls' | 'none';
    block_number: number;
    transfers_count: number;
    walked_block: number;
    walked_log: number;
  };
  token_balances: {
    holder: Buffer;
    token_address: Buffer;
    value: Numeric | null;
    block_number: number | null;
  };
  token_holders: {
    holder: Buffer;
    token_address: Buffer;
    value: Numeric;
  };
  token_instance_balances: {
    holder: Buffer;
    token_address: Buffer;
    token_id: Numeric;
    value: Numeric | null;
    block_number: number | null;
  };
  token_instance_holders: {
    holder: Buffer;
    token_address: Buffer;
    token_id: Numeric;
    value: Numeric;
  };
  token_instance_metadata: {
    token_address: Buffer;
    token_id: Numeric;
    uri: Buffer | null;
    metadata: Buffer | null;
  };
  token_instance_transfers: {
    token_address: Buffer;
    token_id: Numeric;
    block_number: number;
    log_index: number;
  };
  token_instances: {
    token_address: Buffer;
    token_id: Numeric;
    transfers_count: number;
    owner: Buffer | null;
    metadata_status: 'pending' | 'fetched' | 'failed';
  };
  token_transfers: {
    block_number: number;
    transaction_index: number;
    log_index: number;
    token_address: Buffer;
    token_type: TokenType;
    from_address: Buffer;
    to_address: Buffer;
    amount: Numeric | null;
    token_ids: readonly Numeric[] | null;
    amounts: readonly Numeric[] | null;
    encrypted_amount: Buffer | null;
  };
  token_types: {
    token_address: Buffer;
    type: TokenType;
    first_seen_block: number;
  };
  tokens: {
    address: Buffer;
    type: TokenType;
    first_seen_block: number;
    transfers_count: number;
    holders_count: number;
    metadata_status: 'pending' | 'fetched' | 'failed';
    name: Buffer | null;
    symbol: Buffer | null;
    decimals: Numeric | null;
    total_supply: Numeric | null;
    is_supply_stale: boolean;
    search_text: string | null;
  };
  trace_backlog: {
    block_number: number;
    attempts: number;
    next_attempt: number;
  };
  transaction_authorizations: {
    block_number: number;
    transaction_index: number;
    index: number;
    chain_id: Numeric;
    address: Buffer;
    nonce: Numeric;
    y_parity: Numeric;
    r: Numeric;
    s: Numeric;
    authority: Buffer | null;
  };
  transaction_heights: {
    prefix: Buffer;
    block_number: number;
  };
  transaction_sightings: {
    block_number: number;
    transaction_index: number;
    first_seen: number;
    looked_before: number;
  };
  transactions: {
    block_number: number;
    index: number;
    hash: Buffer;
    type: number;
    from_address: Buffer;
    to_address: Buffer | null;
    created_contract: Buffer | null;
    nonce: Numeric;
    value: Numeric;
    input: Buffer;
    gas_limit: Numeric;
    gas_price: Numeric | null;
    max_fee_per_gas: Numeric | null;
    max_priority_fee_per_gas: Numeric | null;
    max_fee_per_blob_gas: Numeric | null;
    blob_versioned_hashes: readonly Buffer[] | null;
    status: 0 | 1 | null;
    gas_used: Numeric | null;
    effective_gas_price: Numeric | null;
    blob_gas_used: Numeric | null;
    blob_gas_price: Numeric | null;
    l1_fee: Numeric | null;
    operator_fee: Numeric | null;
    error: Buffer | null;
    revert_output: Buffer | null;
    revert_source: 'trace' | 'replay' | null;
    has_error_in_internal_transactions: boolean | null;
    logs_count: number;
    token_transfers_count: number;
    fhe_operations_count: number;
    internal_transactions_count: number | null;
    mint: Numeric | null;
  };
  user_operations: {
    block_number: number;
    transaction_index: number;
    log_index: number;
    sender: Buffer;
    paymaster: Buffer | null;
    hash: Buffer;
    factory: Buffer | null;
    entry_point: Buffer;
    bundler: Buffer;
    bundle_index: number;
    operation_index: number;
  };
  withdrawals: {
    block_number: number;
    position: number;
    index: Numeric;
    validator_index: Numeric;
    address: Buffer;
    amount: Numeric;
  };
};

/** The columns of each table of a chain in their order; generated columns are left out. */
export const CHAIN_COLUMNS = {
  address_counts: ['address', 'transactions', 'gas_sent', 'gas_received', 'token_transfers', 'blocks', 'last_block'],
  address_labels: ['address', 'name', 'tags', 'url', 'source'],
  addresses: ['address', 'is_contract', 'delegate', 'first_seen_block', 'first_sent_block', 'created_block', 'created_transaction_index', 'first_fhe_block', 'is_fhe', 'proxy_status', 'proxy_type', 'implementation', 'beacon', 'code_size', 'code_hash', 'facets'],
  artifact_sources: ['artifact', 'compiler_settings', 'sources', 'storage_layout'],
  block_access_lists: ['block_number', 'hash', 'rlp', 'accounts', 'changed_slots', 'read_slots'],
  block_stats: ['block_number', 'day', 'blocks', 'transactions', 'successful_transactions', 'native_coin_transfers', 'new_contracts', 'gas_used', 'gas_limit', 'block_size', 'gas_price_sum', 'fee_sum', 'authorizations', 'fhe_operations', 'hcu', 'new_tokens', 'user_operations', 'op_stack_system_transactions', 'arbitrum_system_transactions', 'fhe_transactions', 'confidential_transfers'],
  blocks: ['number', 'hash', 'parent_hash', 'timestamp', 'miner', 'gas_limit', 'gas_used', 'base_fee_per_gas', 'size', 'difficulty', 'total_difficulty', 'nonce', 'extra_data', 'state_root', 'transactions_root', 'receipts_root', 'uncles', 'withdrawals_count', 'blob_gas_used', 'excess_blob_gas', 'transactions_count', 'token_transfers_count', 'fhe_operations_count', 'total_hcu', 'transaction_fees', 'burnt_fees', 'priority_fee', 'internal_transactions_count', 'block_access_list_hash', 'slot_number'],
  coin_balances: ['address', 'block_number', 'balance'],
  contract_interfaces: ['address', 'source', 'name', 'abi', 'abi_hash', 'is_exact', 'verified_at', 'language', 'compiler_version', 'file_path', 'compiler_settings', 'sources', 'verified_via', 'constructor_arguments', 'libraries', 'code_hash', 'storage_layout', 'artifact'],
  daily_stats: ['day', 'blocks', 'transactions', 'successful_transactions', 'native_coin_transfers', 'new_accounts', 'new_contracts', 'gas_used', 'gas_limit', 'block_size', 'gas_price_sum', 'fee_sum', 'authorizations', 'fhe_operations', 'hcu', 'new_tokens', 'user_operations', 'op_stack_system_transactions', 'arbitrum_system_transactions', 'fhe_transactions', 'confidential_transfers', 'new_builders', 'new_wallets'],
  day_prices: ['asset', 'day', 'price'],
  development: ['only_row', 'instance', 'reset_at', 'reset_to'],
  ens_names: ['address', 'name', 'checked_at'],
  fhe_apps: ['address', 'maker', 'acl', 'executor', 'kms_verifier', 'protocol_id'],
  fhe_deployments: ['executor', 'position', 'name', 'acl', 'hcu_limit', 'kms_verifier', 'input_verifier', 'protocol_config', 'bridge'],
  fhe_handle_logs: ['handle', 'kind', 'emitter', 'block_number', 'transaction_index', 'log_index', 'account'],
  fhe_limits: ['hcu_limit', 'block_number', 'source', 'version', 'per_transaction', 'depth', 'per_block'],
  fhe_operations: ['block_number', 'transaction_index', 'log_index', 'caller', 'operation', 'fhe_type', 'is_scalar', 'operands', 'plaintext', 'result', 'hcu_cost', 'hcu_depth'],
  former_interfaces: ['address', 'source', 'name', 'abi', 'abi_hash', 'is_exact', 'verified_at', 'language', 'compiler_version', 'file_path', 'compiler_settings', 'sources', 'verified_via', 'constructor_arguments', 'libraries', 'code_hash', 'storage_layout', 'artifact', 'ended_block'],
  indexer_state: ['only_row', 'first_block', 'tip_number', 'tip_hash', 'remote_head', 'end_block', 'has_traces', 'blocks_count', 'transactions_count', 'addresses_count', 'internal_transactions_since', 'withdrawals_count', 'withdrawals_sum', 'withdrawals_since', 'proof_status', 'unprovable_reason', 'genesis_hash', 'finalized_block', 'unprovable_checks', 'heights_from', 'last_blocks_since', 'newer_header_since', 'newer_header_fields', 'newer_header_version', 'fhe_handles_below'],
  indexing_speed: ['only_row', 'measured_at', 'blocks', 'elapsed_ms', 'held_back_by'],
  interface_lookups: ['address', 'asked_at', 'is_found'],
  internal_transactions: ['block_number', 'transaction_index', 'index', 'depth', 'type', 'from_address', 'to_address', 'created_contract', 'value', 'gas_limit', 'gas_used', 'input', 'input_size', 'output', 'error', 'is_undone'],
  leader: ['only_row', 'term'],
  listed_tokens: ['address', 'list', 'name', 'symbol', 'decimals', 'logo_uri', 'checked_at', 'agrees', 'logo', 'logo_type', 'logo_version'],
  logs: ['block_number', 'transaction_index', 'log_index', 'address', 'topic0', 'topic1', 'topic2', 'topic3', 'data'],
  node_pool: ['only_row', 'source', 'looked_at'],
  participations: ['role', 'address', 'day', 'times', 'previous_day'],
  pending_authorizations: ['hash', 'index', 'chain_id', 'address', 'nonce', 'y_parity', 'r', 's', 'authority'],
  pending_transactions: ['hash', 'type', 'from_address', 'to_address', 'nonce', 'value', 'input', 'gas_limit', 'gas_price', 'max_fee_per_gas', 'max_priority_fee_per_gas', 'max_fee_per_blob_gas', 'blob_versioned_hashes', 'first_seen', 'looked_before', 'last_seen', 'left_at', 'replaced_by', 'replaced_in'],
  period_counts: ['role', 'resolution', 'start', 'active', 'recurring_60', 'recurring_90', 'recurring_120'],
  pools: ['address', 'token0', 'token1', 'fee', 'exchange', 'block_number'],
  price_feeds: ['asset', 'kind', 'contract', 'max_age', 'description'],
  prices: ['asset', 'block_number', 'price', 'updated_at'],
  proven_ranges: ['from_block', 'to_block'],
  rpc_endpoints: ['position', 'host', 'benched_until', 'reason', 'benches', 'failures', 'last_error', 'last_answer_at', 'name'],
  token_balance_checks: ['token_address', 'balances_by', 'block_number', 'transfers_count', 'walked_block', 'walked_log'],
  token_balances: ['holder', 'token_address', 'value', 'block_number'],
  token_holders: ['holder', 'token_address', 'value'],
  token_instance_balances: ['holder', 'token_address', 'token_id', 'value', 'block_number'],
  token_instance_holders: ['holder', 'token_address', 'token_id', 'value'],
  token_instance_metadata: ['token_address', 'token_id', 'uri', 'metadata'],
  token_instance_transfers: ['token_address', 'token_id', 'block_number', 'log_index'],
  token_instances: ['token_address', 'token_id', 'transfers_count', 'owner', 'metadata_status'],
  token_transfers: ['block_number', 'transaction_index', 'log_index', 'token_address', 'token_type', 'from_address', 'to_address', 'amount', 'token_ids', 'amounts', 'encrypted_amount'],
  token_types: ['token_address', 'type', 'first_seen_block'],
  tokens: ['address', 'type', 'first_seen_block', 'transfers_count', 'holders_count', 'metadata_status', 'name', 'symbol', 'decimals', 'total_supply', 'is_supply_stale', 'search_text'],
  trace_backlog: ['block_number', 'attempts', 'next_attempt'],
  transaction_authorizations: ['block_number', 'transaction_index', 'index', 'chain_id', 'address', 'nonce', 'y_parity', 'r', 's', 'authority'],
  transaction_heights: ['prefix', 'block_number'],
  transaction_sightings: ['block_number', 'transaction_index', 'first_seen', 'looked_before'],
  transactions: ['block_number', 'index', 'hash', 'type', 'from_address', 'to_address', 'created_contract', 'nonce', 'value', 'input', 'gas_limit', 'gas_price', 'max_fee_per_gas', 'max_priority_fee_per_gas', 'max_fee_per_blob_gas', 'blob_versioned_hashes', 'status', 'gas_used', 'effective_gas_price', 'blob_gas_used', 'blob_gas_price', 'l1_fee', 'operator_fee', 'error', 'revert_output', 'revert_source', 'has_error_in_internal_transactions', 'logs_count', 'token_transfers_count', 'fhe_operations_count', 'internal_transactions_count', 'mint'],
  user_operations: ['block_number', 'transaction_index', 'log_index', 'sender', 'paymaster', 'hash', 'factory', 'entry_point', 'bundler', 'bundle_index', 'operation_index'],
  withdrawals: ['block_number', 'position', 'index', 'validator_index', 'address', 'amount'],
} as const;

/** The same of `gateway`. */
export const GATEWAY_COLUMNS = {
  api_keys: ['key_hash', 'name', 'plan', 'created_at', 'revoked_at'],
  chains: ['chain_id', 'name', 'symbol', 'position', 'first_block', 'first_block_hash', 'is_demo', 'is_served', 'fhe_executor'],
  kept_verifications: ['chain_id', 'address', 'name', 'abi', 'abi_hash', 'is_exact', 'verified_at', 'language', 'compiler_version', 'file_path', 'compiler_settings', 'sources', 'constructor_arguments', 'libraries', 'storage_layout', 'code_hash'],
  key_credits: ['key_hash', 'day', 'credits'],
  key_usage: ['day', 'key_hash', 'endpoint_id', 'calls', 'credits'],
  key_usage_writers: ['writer_id', 'batch', 'stored_at'],
  shipped_signatures: ['checksum'],
  signature_lookups: ['key', 'looked_up_at'],
  signatures: ['key', 'signature', 'source', 'rank'],
} as const;
