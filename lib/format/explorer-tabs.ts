type Page = 'transaction' | 'address' | 'token';

/** Names of tabs in the URLs of other explorers, in lower case, and of our own -> our path segments. */
const TABS: Readonly<Record<Page, ReadonlyMap<string, string>>> = {
  transaction: new Map([
    ['token_transfers', 'token-transfers'],
    ['token-transfers', 'token-transfers'],
    ['fhe_operations', 'fhe'],
    ['fhe', 'fhe'],
    ['logs', 'logs'],
    ['eventlog', 'logs'],
    ['internal', 'internal'],
    ['trace', 'trace'],
    ['raw_trace', 'trace'],
    ['state', 'state'],
    ['statediff', 'state'],
    ['statechange', 'state'],
    ['raw', 'raw'],
  ]),
  address: new Map([
    ['token_transfers', 'token-transfers'],
    ['token-transfers', 'token-transfers'],
    ['tokentxns', 'token-transfers'],
    ['tokens', 'tokens'],
    ['tokens_erc20', 'tokens'],
    ['tokens_nfts', 'nfts'],
    ['nfts', 'nfts'],
    ['internal_txns', 'internal'],
    ['internaltx', 'internal'],
    ['internal', 'internal'],
    ['withdrawals', 'withdrawals'],
    ['logs', 'logs'],
    ['events', 'logs'],
    ['contract', 'contract'],
    ['contract_code', 'contract'],
    ['code', 'contract'],
  ]),
  token: new Map([
    ['holders', 'holders'],
    ['balances', 'holders'],
    ['inventory', 'inventory'],
  ]),
};

/** The path of a tab below its page ("/logs") by its name in an explorer's URL; empty if there is none. */
export function findTab(page: Page, name: string | null | undefined): string {
  const segment = TABS[page].get(name?.toLowerCase() ?? '');
  return segment === undefined ? '' : `/${segment}`;
}
