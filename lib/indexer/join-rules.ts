import type { COLUMNS } from '@/lib/db/tables';

type Table = keyof typeof COLUMNS;

/**
 * How the value of a part joins that of the rows before it: `sum`, `first` (the earlier one unless null), `last` (the
 * later one), `or` (either is true), `latest` (what was told at the higher `code_block`). Other columns keep the earlier.
 */
export type Joined = 'sum' | 'first' | 'last' | 'or' | 'latest';

/**
 * How a table of a part joins the index. `append`: its rows are of blocks, and none is in both. `merge`: rows of the same
 * key become one. `transfers`: sums of transfers by key, of which those that are zero have no row. `derived`: follows from
 * what was joined, as for blocks that are written. `state`: by code of its own. `none`: a part has no rows of it.
 */
export type JoinRule =
  | Readonly<{ kind: 'append'; sources?: readonly string[] }>
  | Readonly<{
      kind: 'merge';
      key: readonly string[];
      columns: Readonly<Record<string, Joined>>;
      sources?: readonly string[];
      /** What a row that is new begins with, instead of what the part has. */
      initial?: Readonly<Record<string, string>>;
    }>
  | Readonly<{ kind: 'transfers' | 'derived' | 'state' | 'none' }>;

const APPEND = { kind: 'append' } as const;
const DERIVED = { kind: 'derived' } as const;
const STATE = { kind: 'state' } as const;
const NONE = { kind: 'none' } as const;

/** How each table of a chain is joined, in the order in which it is done. `sources` name rows of `answer_sources`. */
export const JOIN_RULES = {
  answer_sources: STATE,
  addresses: {
    kind: 'merge',
    key: ['address'],
    columns: {
      is_contract: 'or',
      delegate: 'latest',
      first_sent_block: 'first',
      created_block: 'first',
      created_transaction_index: 'first',
      first_fhe_block: 'first',
      code_source: 'latest',
      code_block: 'latest',
    },
    sources: ['code_source', 'proxy_source'],
  },
  token_types: { kind: 'merge', key: ['token_address', 'type'], columns: {} },
  tokens: {
    kind: 'merge',
    key: ['address'],
    columns: { transfers_count: 'sum', is_supply_stale: 'or' },
    sources: ['metadata_source', 'supply_source'],
    // counted when the balances are joined
    initial: { holders_count: '0' },
  },
  token_instances: {
    kind: 'merge',
    key: ['token_address', 'token_id'],
    columns: { transfers_count: 'sum', owner: 'last' },
  },
  address_counts: {
    kind: 'merge',
    key: ['address'],
    columns: {
      transactions: 'sum',
      gas_sent: 'sum',
      gas_received: 'sum',
      token_transfers: 'sum',
      blocks: 'sum',
      last_block: 'last',
    },
  },
  token_holders: { kind: 'transfers' },
  token_instance_holders: { kind: 'transfers' },
  blocks: { kind: 'append', sources: ['traces_source', 'unproven_source'] },
  transactions: APPEND,
  internal_transactions: APPEND,
  transaction_authorizations: APPEND,
  logs: APPEND,
  withdrawals: APPEND,
  token_transfers: APPEND,
  token_instance_transfers: APPEND,
  fhe_operations: APPEND,
  user_operations: APPEND,
  trace_backlog: APPEND,
  block_stats: APPEND,
  daily_stats: DERIVED,
  participations: DERIVED,
  period_counts: DERIVED,
  transaction_sightings: DERIVED,
  pending_transactions: DERIVED,
  transaction_heights: DERIVED,
  proven_ranges: STATE,
  indexer_state: STATE,
  leader: NONE,
  backfill_ranges: NONE,
  address_labels: NONE,
  artifact_sources: NONE,
  contract_interfaces: NONE,
  ens_names: NONE,
  interface_lookups: NONE,
  listed_tokens: NONE,
  node_pool: NONE,
  pending_authorizations: NONE,
  price_feeds: NONE,
  prices: NONE,
  rpc_endpoints: NONE,
  token_balance_checks: NONE,
  token_balances: NONE,
  token_instance_balances: NONE,
  token_instance_metadata: NONE,
} as const satisfies Partial<Record<Table, JoinRule>>;
