/** Paths of our pages of a chain -> what other explorers call such a page; the name of ours is known by itself. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  '/accounts': ['topaccounts'],
  '/blocks': ['uncles', 'blocks_forked'],
  '/gas': ['gastracker', 'gas-tracker'],
  '/internal-transactions': ['txsinternal', 'internal-txs'],
  '/operations': ['ops', 'txsaa', 'bundles'],
  '/stats': ['charts', 'chart', 'topstat', 'topstats'],
  '/token-transfers': ['tokens-transfers'],
  '/token-transfers?type=ERC-20': ['tokentxns'],
  '/token-transfers?type=ERC-721,ERC-1155': [
    'nft-transfers',
    'tokentxns-nft',
    'nft-trades',
    'nft-latest-mints',
  ],
  '/token-transfers?type=ERC-1155': ['tokentxns-nft1155'],
  '/tokens': [],
  '/tokens?type=ERC-721,ERC-1155': ['nft-top-contracts', 'nft-top-mints', 'tokens-nft'],
  '/tokens?type=ERC-1155': ['tokens-nft1155'],
  '/txs': ['advanced-filter', 'txsblobs', 'transactions'],
  '/txs?filter=pending': ['txspending', 'pending-transactions'],
  '/verified-contracts': ['contractsverified', 'verified-smart-contracts'],
  '/withdrawals': ['txsbeaconwithdrawals', 'beacon-withdrawals'],
};

/** Our charts -> what other explorers call them. */
const CHARTS: Readonly<Record<string, readonly string[]>> = {
  accountsGrowth: ['address'],
  activeAccounts: ['active-address'],
  averageBlockSize: ['blocksize'],
  averageGasLimit: ['gaslimit'],
  averageGasPrice: ['gasprice'],
  averageTxnFee: ['avg-txfee-usd'],
  gasUsedGrowth: ['gasused'],
  networkUtilization: ['networkutilization'],
  newBlocks: ['blocks'],
  newContracts: ['deployed-contracts'],
  newTxns: ['tx'],
  txnsFee: ['transactionfee'],
};

const byName = (names: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(names).flatMap(([own, others]) => others.map((other) => [other, own] as const)));
const OTHERS = byName(NAMES);
const CHARTS_OF_OTHERS = byName(CHARTS);

/** Whether a page of a chain has this name here. */
export function isOwnName(name: string): boolean {
  return Object.hasOwn(NAMES, `/${name}`);
}

/** Whether a page of a chain has this name (in lower case) here or in another explorer. */
export function isPageName(name: string): boolean {
  return isOwnName(name) || OTHERS.has(name);
}

/**
 * Path below the chain ("/txs?filter=pending") of the page that has this name in an explorer's URL, with what follows in
 * its path; undefined if there is none. A page of ours keeps its query.
 */
export function findChainPage(
  [name = '', next = '']: readonly string[],
  parameters: URLSearchParams,
): string | undefined {
  const lower = name.toLowerCase();
  if (lower === 'txs' && parameters.get('tab') === 'pending') return '/txs?filter=pending';
  if (lower === 'chart' || lower === 'charts') return pathOfChart(next);
  if (!isOwnName(lower)) return OTHERS.get(lower);
  const query = parameters.size === 0 ? '' : `?${parameters}`;
  return lower === 'stats' && next !== ''
    ? `/stats/${encodeURIComponent(next)}${query}`
    : `/${lower}${query}`;
}

function pathOfChart(name: string): string {
  const chart = Object.hasOwn(CHARTS, name) ? name : CHARTS_OF_OTHERS.get(name.toLowerCase());
  return chart === undefined ? '/stats' : `/stats/${chart}`;
}
