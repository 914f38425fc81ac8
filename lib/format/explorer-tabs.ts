/** A page with tabs. */
export type TabbedPage = 'transaction' | 'address' | 'token' | 'block';

/** Paths of our tabs -> what other explorers call them in a path, a parameter, a fragment or a page of their own. */
const NAMES: Readonly<Record<TabbedPage, Readonly<Record<string, readonly string[]>>>> = {
  transaction: {
    'token-transfers': ['token_transfers', 'tokentxns', 'erc20'],
    internal: ['internal_txns', 'internal-transactions', 'internaltx'],
    fhe: ['fhe_operations'],
    logs: ['eventlog', 'events'],
    trace: ['raw_trace', 'raw-trace', 'vmtrace', 'txtrace'],
    state: ['statediff', 'statechange', 'state_changes'],
    gas: ['gas_profile'],
    raw: ['inputdata'],
  },
  address: {
    'token-transfers': ['token_transfers', 'tokentxns'],
    'token-transfers?type=ERC-20': ['erc20'],
    'token-transfers?type=ERC-721': ['erc721', 'tokentxnserc721'],
    'token-transfers?type=ERC-1155': ['erc1155', 'tokentxnserc1155'],
    'token-transfers?type=ERC-721,ERC-1155': ['nfttransfers', 'nft-transfers'],
    tokens: ['tokens_erc20', 'asset-tokens', 'tokenholdings'],
    nfts: ['tokens_nfts', 'tokens_nfts_collection', 'tokens_nfts_list', 'asset-nfts', 'nft'],
    internal: ['internal_txns', 'internal-transactions', 'internaltx', 'txsinternal'],
    withdrawals: ['beaconwithdrawals'],
    logs: ['events'],
    approvals: ['tokenapprovalchecker'],
    activity: ['analytics'],
    contract: ['contract_code', 'contracts', 'code', 'contract_source_code', 'proxylogiccontract'],
    'contract/bytecode': ['contract_bytecode', 'bytecode-decompiler'],
    'contract/read': ['read_contract', 'read-contract', 'readcontract', 'read_proxy', 'readproxycontract'],
    'contract/write': [
      'write_contract',
      'write-contract',
      'writecontract',
      'write_proxy',
      'writeproxycontract',
    ],
    'contract/verify': ['verifycontract', 'contract-verification'],
  },
  token: {
    holders: ['balances', 'token-holders'],
    inventory: ['tokeninventory'],
  },
  block: {
    withdrawals: ['beaconwithdrawals'],
  },
};

const TABS = new Map(
  Object.entries(NAMES).map(([page, tabs]) => [
    page,
    new Map(
      Object.entries(tabs).flatMap(([path, names]) => [path, ...names].map((name) => [name, path] as const)),
    ),
  ]),
);

/** The path of a tab below its page ("/logs") by its name in an explorer's URL; empty if there is none. */
export function findTab(page: TabbedPage, name: string | null | undefined): string {
  const path = TABS.get(page)?.get(name?.toLowerCase() ?? '');
  return path === undefined ? '' : `/${path}`;
}

/** Whether an explorer calls a tab of a transaction or an address so (in lower case): some are pages of their own. */
export function isTabName(name: string): boolean {
  return TABS.get('transaction')?.has(name) === true || TABS.get('address')?.has(name) === true;
}
