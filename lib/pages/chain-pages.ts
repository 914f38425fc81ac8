import type { EndpointName } from '@/lib/endpoints/endpoints';
import { type Msg, msg } from '@/lib/language/t';

/** Optional features of a chain; null where the API does not say. */
export type ChainFeatures = Readonly<{
  has_withdrawals: boolean | null;
  has_user_operations: boolean | null;
  has_fhe: boolean | null;
}>;

/** A page of a whole chain. The bar, the palette, the sitemap, links and the page as data all read this. */
export type ChainPage = Readonly<{
  /** Below the chain: "/txs". With a query it is a view of another page, which only the palette lists. */
  path: string;
  label: Msg;
  /** Links to it stand in the bar; those to others behind "More". */
  isMain?: boolean;
  /** It shows what the visitor's browser keeps: only the palette lists it. */
  isPersonal?: boolean;
  /** Path of the pages of its single things. */
  one?: string;
  /** The key that opens it, after `g`. */
  key?: string;
  /** The feature that the page needs. */
  needs?: keyof ChainFeatures;
  /** What other explorers call it in a URL, in lower case. */
  aliases?: readonly string[];
  /** The list as data, its endpoint by name: this file is in the browser, schemas are not; and the fields of an item that its CSV and Markdown have, by their path. */
  list?: Readonly<{ endpoint: EndpointName; columns: readonly string[] }>;
  /** For lists with `?at=`: the fields of their cursor besides the block. */
  cursor?: readonly string[];
}>;

/** All pages of a chain, in the order of links to them. */
export const CHAIN_PAGES: readonly ChainPage[] = [
  {
    path: '/blocks',
    label: msg('Blocks'),
    isMain: true,
    one: '/block/',
    key: 'b',
    list: {
      endpoint: 'listBlocks',
      columns: [
        ...['height', 'hash', 'timestamp', 'miner.hash', 'transactions_count', 'gas_used', 'gas_limit'],
        ...['base_fee_per_gas', 'burnt_fees', 'priority_fee', 'size'],
      ],
    },
    cursor: [],
  },
  {
    path: '/txs',
    label: msg('Transactions'),
    isMain: true,
    one: '/tx/',
    key: 't',
    aliases: ['transactions'],
    list: {
      endpoint: 'listTransactions',
      columns: [
        ...['hash', 'status', 'block_number', 'position', 'timestamp', 'from.hash', 'to.hash'],
        ...['created_contract.hash', 'method', 'value', 'fee.value'],
      ],
    },
    cursor: ['index'],
  },
  {
    path: '/txs?filter=pending',
    label: msg('Pending transactions'),
    aliases: ['txspending', 'pending-transactions'],
  },
  {
    path: '/tokens',
    label: msg('Tokens'),
    isMain: true,
    one: '/token/',
    key: 'k',
    list: {
      endpoint: 'listTokens',
      columns: ['address_hash', 'name', 'symbol', 'type', 'decimals', 'holders_count', 'total_supply'],
    },
  },
  {
    path: '/token-transfers',
    label: msg('Token transfers'),
    aliases: ['tokentxns'],
    list: {
      endpoint: 'listTokenTransfers',
      columns: [
        ...['transaction_hash', 'log_index', 'block_number', 'timestamp', 'from.hash', 'to.hash'],
        ...['token.address_hash', 'token.symbol', 'token_type'],
        ...['total.value', 'total.decimals', 'total.token_id'],
      ],
    },
    cursor: ['index'],
  },
  {
    path: '/internal-transactions',
    label: msg('Internal transactions'),
    aliases: ['txsinternal', 'internal-txs'],
    list: {
      endpoint: 'listInternalTransactions',
      columns: [
        ...['transaction_hash', 'block_number', 'timestamp', 'type', 'from.hash', 'to.hash'],
        ...['created_contract.hash', 'value', 'method', 'error', 'is_undone'],
      ],
    },
    cursor: ['transaction_index', 'index'],
  },
  {
    path: '/accounts',
    label: msg('Accounts'),
    one: '/address/',
    list: {
      endpoint: 'listAddresses',
      columns: ['hash', 'name', 'coin_balance', 'transactions_count'],
    },
  },
  {
    path: '/verified-contracts',
    label: msg('Verified contracts'),
    aliases: ['contractsverified'],
    list: {
      endpoint: 'listContracts',
      columns: [
        ...['address.hash', 'address.name', 'is_fully_verified', 'language', 'compiler_version'],
        ...['optimization_enabled', 'license_type', 'verified_at', 'transactions_count', 'coin_balance'],
      ],
    },
  },
  {
    path: '/fhe',
    label: msg('Confidential activity'),
    needs: 'has_fhe',
    aliases: ['confidential'],
    list: {
      endpoint: 'listFheTransactions',
      columns: [
        ...['hash', 'status', 'block_number', 'position', 'timestamp', 'from.hash', 'to.hash', 'method'],
        ...['fhe_operations_count', 'total_hcu', 'max_depth_hcu'],
      ],
    },
  },
  {
    path: '/operations',
    label: msg('User operations'),
    one: '/op/',
    needs: 'has_user_operations',
    aliases: ['ops'],
    list: {
      endpoint: 'listUserOperations',
      columns: [
        ...['hash', 'status', 'block_number', 'timestamp', 'transaction_hash', 'address.hash'],
        ...['bundler.hash', 'paymaster.hash', 'entry_point_version', 'nonce', 'fee', 'gas'],
      ],
    },
  },
  {
    path: '/withdrawals',
    label: msg('Withdrawals'),
    needs: 'has_withdrawals',
    list: {
      endpoint: 'listWithdrawals',
      columns: ['index', 'validator_index', 'block_number', 'timestamp', 'receiver.hash', 'amount'],
    },
  },
  {
    path: '/watchlist',
    label: msg('Watch list'),
    isPersonal: true,
    aliases: ['watch-list'],
  },
  {
    path: '/simulate',
    label: msg('Simulate'),
  },
  {
    path: '/gas',
    label: msg('Gas'),
    isMain: true,
    key: 'g',
    aliases: ['gastracker', 'gas-tracker'],
  },
  {
    path: '/stats',
    label: msg('Statistics'),
    isMain: true,
    one: '/stats/',
    key: 's',
    aliases: ['charts'],
  },
];

/** The page of this path below a chain, such as "/txs". */
export function findChainPage(path: string): ChainPage | undefined {
  return CHAIN_PAGES.find((page) => page.path === path);
}

/** The pages with an address of their own that a chain offers; those that not all have only where it is known to. */
export function listChainPages(offered: ChainFeatures | undefined): readonly ChainPage[] {
  return CHAIN_PAGES.filter(
    ({ path, needs, isPersonal }) =>
      isPersonal !== true && !path.includes('?') && (needs === undefined || offered?.[needs] === true),
  );
}
