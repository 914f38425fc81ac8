import { listAddresses } from '@/lib/endpoints/address';
import { listBlocks } from '@/lib/endpoints/block';
import { listContracts } from '@/lib/endpoints/contract';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { listInternalTransactions } from '@/lib/endpoints/internal-transaction';
import { listTokens } from '@/lib/endpoints/token';
import { listTokenTransfers } from '@/lib/endpoints/token-transfer';
import { listTransactions } from '@/lib/endpoints/transaction';
import { listUserOperations } from '@/lib/endpoints/user-operation';
import { listWithdrawals } from '@/lib/endpoints/withdrawal';

/** A list of a whole chain: its endpoint, and the fields of an item that a table of its rows has, by their path. */
export type ListView = Readonly<{ name: string; json: Endpoint; columns: readonly string[] }>;

const LISTS: readonly ListView[] = [
  {
    name: 'accounts',
    json: listAddresses,
    columns: ['hash', 'name', 'coin_balance', 'transactions_count'],
  },
  {
    name: 'blocks',
    json: listBlocks,
    columns: [
      ...['height', 'hash', 'timestamp', 'miner.hash', 'transactions_count', 'gas_used', 'gas_limit'],
      ...['base_fee_per_gas', 'burnt_fees', 'priority_fee', 'size'],
    ],
  },
  {
    name: 'internal-transactions',
    json: listInternalTransactions,
    columns: [
      ...['transaction_hash', 'block_number', 'timestamp', 'type', 'from.hash', 'to.hash'],
      ...['created_contract.hash', 'value', 'method', 'error', 'is_undone'],
    ],
  },
  {
    name: 'operations',
    json: listUserOperations,
    columns: [
      ...['hash', 'status', 'block_number', 'timestamp', 'transaction_hash', 'address.hash', 'bundler.hash'],
      ...['paymaster.hash', 'entry_point_version', 'nonce', 'fee', 'gas'],
    ],
  },
  {
    name: 'token-transfers',
    json: listTokenTransfers,
    columns: [
      ...['transaction_hash', 'log_index', 'block_number', 'timestamp', 'from.hash', 'to.hash'],
      ...[
        'token.address_hash',
        'token.symbol',
        'token_type',
        'total.value',
        'total.decimals',
        'total.token_id',
      ],
    ],
  },
  {
    name: 'tokens',
    json: listTokens,
    columns: ['address_hash', 'name', 'symbol', 'type', 'decimals', 'holders_count', 'total_supply'],
  },
  {
    name: 'txs',
    json: listTransactions,
    columns: [
      ...['hash', 'status', 'block_number', 'position', 'timestamp', 'from.hash', 'to.hash'],
      ...['created_contract.hash', 'method', 'value', 'fee.value'],
    ],
  },
  {
    name: 'verified-contracts',
    json: listContracts,
    columns: [
      ...['address.hash', 'address.name', 'is_fully_verified', 'language', 'compiler_version'],
      ...['optimization_enabled', 'license_type', 'verified_at', 'transactions_count', 'coin_balance'],
    ],
  },
  {
    name: 'withdrawals',
    json: listWithdrawals,
    columns: ['index', 'validator_index', 'block_number', 'timestamp', 'receiver.hash', 'amount'],
  },
];

/** The list of a path below a chain, such as `accounts`; undefined if there is none. */
export function findListView(path: readonly string[]): ListView | undefined {
  return path.length === 1 ? LISTS.find(({ name }) => name === path[0]) : undefined;
}
