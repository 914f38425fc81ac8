import { SERVICE_PREFIX } from './endpoint';
import { ENDPOINTS } from './endpoints';

/** The groups of Blockscout's documented read operations (11.2), with `{}` for parameters, below a prefix. */
type Group = Readonly<{ name: string; prefix: string; paths: readonly string[] }>;

const V2 = SERVICE_PREFIX.explorer;

/** Every read operation that Blockscout documents; which of them are here follows from the endpoints. */
export const UPSTREAM_GROUPS: readonly Group[] = [
  {
    name: 'Blocks',
    prefix: V2,
    paths: [
      ...['/blocks', '/blocks/{}', '/blocks/{}/transactions', '/blocks/{}/internal-transactions'],
      ...['/blocks/{}/withdrawals', '/blocks/{}/countdown'],
    ],
  },
  {
    name: 'Transactions',
    prefix: V2,
    paths: [
      ...['/transactions', '/transactions/stats', '/transactions/watchlist', '/transactions/{}'],
      ...['/transactions/{}/external-transactions', '/transactions/{}/fhe-operations'],
      ...['/transactions/{}/internal-transactions', '/transactions/{}/logs', '/transactions/{}/preview'],
      ...['/transactions/{}/raw-trace', '/transactions/{}/state-changes', '/transactions/{}/summary'],
      ...['/transactions/{}/token-transfers', '/transactions/{}/blobs'],
    ],
  },
  {
    name: 'Addresses',
    prefix: V2,
    paths: [
      ...['/addresses', '/addresses/{}', '/addresses/{}/blocks-validated'],
      ...['/addresses/{}/coin-balance-history', '/addresses/{}/coin-balance-history-by-day'],
      ...['/addresses/{}/counters', '/addresses/{}/tabs-counters', '/addresses/{}/internal-transactions'],
      ...['/addresses/{}/internal-transactions/csv', '/addresses/{}/logs', '/addresses/{}/logs/csv'],
      ...['/addresses/{}/nft', '/addresses/{}/nft/collections', '/addresses/{}/token-balances'],
      ...['/addresses/{}/token-transfers', '/addresses/{}/token-transfers/csv', '/addresses/{}/tokens'],
      ...['/addresses/{}/transactions', '/addresses/{}/transactions/csv', '/addresses/{}/withdrawals'],
    ],
  },
  {
    name: 'Tokens',
    prefix: V2,
    paths: [
      ...['/tokens', '/tokens/{}', '/tokens/{}/counters', '/tokens/{}/holders', '/tokens/{}/holders/csv'],
      ...['/tokens/{}/instances', '/tokens/{}/instances/{}', '/tokens/{}/instances/{}/holders'],
      ...['/tokens/{}/instances/{}/transfers', '/tokens/{}/instances/{}/transfers-count'],
      ...['/tokens/{}/transfers', '/tokens/{}/transfers/csv'],
    ],
  },
  {
    name: 'Chain-wide lists',
    prefix: V2,
    paths: [
      ...['/token-transfers', '/internal-transactions', '/withdrawals', '/withdrawals/counters'],
      ...['/advanced-filters', '/advanced-filters/methods', '/advanced-filters/csv'],
    ],
  },
  {
    name: 'Contracts',
    prefix: V2,
    paths: [
      ...['/smart-contracts', '/smart-contracts/counters', '/smart-contracts/{}'],
      ...['/smart-contracts/{}/audit-reports', '/smart-contracts/verification/config'],
    ],
  },
  {
    name: 'Search',
    prefix: V2,
    paths: ['/search', '/search/quick', '/search/check-redirect'],
  },
  { name: 'Search, first version', prefix: SERVICE_PREFIX.explorerV1, paths: ['/search'] },
  {
    name: 'Main page and statistics',
    prefix: V2,
    paths: [
      ...['/main-page/blocks', '/main-page/transactions', '/main-page/transactions/watchlist'],
      ...['/main-page/indexing-status', '/stats', '/stats/charts/transactions', '/stats/charts/market'],
      ...['/stats/charts/secondary-coin-market', '/stats/hot-smart-contracts'],
    ],
  },
  {
    name: 'Configuration and files',
    prefix: V2,
    paths: [
      ...['/config/backend', '/config/backend-version', '/config/csv-export', '/config/indexer'],
      ...['/config/db-background-migrations', '/config/json-rpc-url', '/config/public-metrics'],
      ...['/config/smart-contracts/languages', '/csv-exports/{}'],
    ],
  },
  {
    name: 'Account abstraction',
    prefix: `${V2}/proxy/account-abstraction`,
    paths: [
      ...['/status', '/accounts', '/accounts/{}', '/bundlers', '/bundlers/{}', '/bundles', '/factories'],
      ...['/factories/{}', '/operations', '/operations/{}', '/operations/{}/summary', '/paymasters'],
      '/paymasters/{}',
    ],
  },
  {
    name: 'Statistics',
    prefix: SERVICE_PREFIX.stats,
    paths: [
      ...['/counters', '/lines', '/lines/{}', '/pages/main', '/pages/transactions', '/pages/contracts'],
      ...['/pages/interchain/main', '/pages/multichain/main', '/update-status'],
    ],
  },
  { name: 'Module and action', prefix: SERVICE_PREFIX.modules, paths: [''] },
  {
    name: 'Older paths',
    prefix: '/api/legacy',
    paths: ['/block/eth-block-number', '/block/get-block-number-by-time', '/logs/get-logs'],
  },
];

/** Paths of operations that write: this API only reads, and none may be taken for the name of something. */
const WRITES = [
  `${V2}/tokens/{}/instances/refetch-metadata`,
  `${V2}/tokens/{}/instances/{}/refetch-metadata`,
];

const NO_ACCOUNTS = 'there are no user accounts';
const OTHER_MODE = 'a multichain summary, from another mode of the service';

/** Why an operation is not here; the longest beginning of its path counts. */
export const REASONS: Readonly<Record<string, string>> = {
  [`${V2}/config/json-rpc-url`]:
    'the URL of a node may contain a key; JSON-RPC is answered at `/{chain_id}/json-rpc`',
  [`${V2}/config/public-metrics`]: 'there is no public metrics page whose period it could give',
  [`${V2}/csv-exports`]: 'files are streamed at once, so there is none to wait for',
  [`${V2}/main-page/transactions/watchlist`]: NO_ACCOUNTS,
  [`${V2}/transactions/watchlist`]: NO_ACCOUNTS,
  [`${V2}/transactions/{}/external-transactions`]:
    'it lists Solana transactions linked to a Neon transaction; Neon chains are not indexed here',
  [`${SERVICE_PREFIX.stats}/pages`]: OTHER_MODE,
};

const namesOf = (path: string) => path.replace(/\{\w+\}/g, '{}');
const OFFERED = new Set(ENDPOINTS.map(({ service, path }) => `${SERVICE_PREFIX[service]}${namesOf(path)}`));

/** Whether a path, with `{}` for parameters, is an operation of this API. */
export const isOffered = (path: string): boolean => OFFERED.has(path);

const UPSTREAM_PATHS = UPSTREAM_GROUPS.flatMap(({ prefix, paths }) => paths.map((path) => prefix + path));

/** Known paths that are no operation here: they must not be read as a hash or an address. */
export const NOT_OFFERED: readonly string[] = [...UPSTREAM_PATHS, ...WRITES].filter(
  (path) => !isOffered(path),
);

/** Operations of this API that Blockscout does not document. */
export const ADDITIONS: readonly string[] = [...OFFERED].filter((path) => !UPSTREAM_PATHS.includes(path));

/** Why an operation is missing here; undefined without a reason. */
export function reasonOf(path: string): string | undefined {
  const fitting = Object.keys(REASONS).filter((start) => path === start || path.startsWith(`${start}/`));
  const [closest] = fitting.sort((one, other) => other.length - one.length);
  return closest === undefined ? undefined : REASONS[closest];
}
