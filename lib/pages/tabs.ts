import type { EndpointName } from '@/lib/endpoints/endpoints';
import { type Msg, msg } from '@/lib/language/t';

/** A page with tabs, by the first part of its path below the chain. */
export type TabbedPage = 'tx' | 'address' | 'token' | 'block' | 'op';

/** A tab, its links and its data. */
export type PageTab = Readonly<{
  /** Below the page; '' for the first. */
  path: string;
  /** Undefined for a page that is reached from another tab. */
  label?: Msg;
  /** What other explorers call it in a path, in `?tab=` or in a fragment, in lower case. */
  aliases?: readonly string[];
  /** What the tab as JSON is. */
  endpoint?: EndpointName;
  /** Its list as a file, by the last part of the file's path; `list` has its filters, if the tab's data has not. */
  csv?: Readonly<{
    name: string;
    endpoint: Extract<EndpointName, `exportAddress${string}` | `exportToken${string}`>;
    list?: EndpointName;
  }>;
  /** The fields of its form. */
  form?: 'span' | 'transactions';
}>;

/** All tabs of all pages, in their order. */
export const TABS: Readonly<Record<TabbedPage, readonly PageTab[]>> = {
  tx: [
    { path: '', label: msg('Overview'), endpoint: 'getTransaction' },
    {
      path: 'token-transfers',
      label: msg('Token transfers'),
      aliases: ['token_transfers'],
      endpoint: 'listTransactionTokenTransfers',
    },
    { path: 'coin-transfers', label: msg('Coin transfers'), endpoint: 'listTransactionCoinTransfers' },
    {
      path: 'fhe',
      label: msg('FHE operations'),
      aliases: ['fhe_operations'],
      endpoint: 'listTransactionFheOperations',
    },
    { path: 'logs', label: msg('Logs'), aliases: ['eventlog'], endpoint: 'listTransactionLogs' },
    { path: 'internal', label: msg('Internal transactions'), endpoint: 'getCallTree' },
    { path: 'gas', label: msg('Gas profile'), endpoint: 'getGasProfile' },
    { path: 'debug', label: msg('Steps'), aliases: ['debugger'], endpoint: 'listSteps' },
    { path: 'state', label: msg('State'), aliases: ['statechange'], endpoint: 'listStateChanges' },
    { path: 'raw', label: msg('Raw'), endpoint: 'getTransaction' },
    { path: 'trace', label: msg('Trace'), aliases: ['raw_trace'], endpoint: 'getRawTrace' },
  ],
  address: [
    {
      path: '',
      label: msg('Transactions'),
      endpoint: 'getAddress',
      csv: {
        name: 'transactions',
        endpoint: 'exportAddressTransactions',
        list: 'listAddressTransactions',
      },
      form: 'transactions',
    },
    {
      path: 'token-transfers',
      label: msg('Token transfers'),
      aliases: ['token_transfers', 'tokentxns'],
      endpoint: 'listTransfersOfAddress',
      csv: { name: 'token-transfers', endpoint: 'exportAddressTransfers' },
      form: 'span',
    },
    { path: 'tokens', label: msg('Tokens'), endpoint: 'listAddressTokens' },
    { path: 'nfts', label: msg('NFTs'), aliases: ['tokens_nfts'], endpoint: 'listAddressNfts' },
    {
      path: 'internal',
      label: msg('Internal transactions'),
      aliases: ['internal_txns', 'internaltx'],
      endpoint: 'listAddressInternals',
      csv: { name: 'internal', endpoint: 'exportAddressInternals' },
      form: 'span',
    },
    {
      path: 'coin-transfers',
      label: msg('Coin transfers'),
      endpoint: 'listAddressCoinTransfers',
      csv: { name: 'coin-transfers', endpoint: 'exportAddressCoinTransfers' },
      form: 'span',
    },
    { path: 'withdrawals', label: msg('Withdrawals'), endpoint: 'listAddressWithdrawals' },
    {
      path: 'logs',
      label: msg('Logs'),
      endpoint: 'listAddressLogs',
      csv: { name: 'logs', endpoint: 'exportAddressLogs' },
    },
    { path: 'approvals', label: msg('Approvals'), endpoint: 'listAddressApprovals' },
    { path: 'fhe', label: msg('Decryption rights'), endpoint: 'listAddressFheHandles' },
    { path: 'activity', label: msg('Activity'), aliases: ['analytics'], endpoint: 'listCounterparties' },
    { path: 'contract', label: msg('Contract'), aliases: ['code'], endpoint: 'getContract' },
    { path: 'contract/bytecode', endpoint: 'getContract' },
    { path: 'contract/read', aliases: ['readcontract', 'read_contract'], endpoint: 'getContract' },
    { path: 'contract/write', aliases: ['writecontract', 'write_contract'], endpoint: 'getContract' },
    { path: 'contract/verify' },
  ],
  token: [
    { path: '', label: msg('Transfers'), csv: { name: 'transfers', endpoint: 'exportTokenTransfers' } },
    {
      path: 'holders',
      label: msg('Holders'),
      aliases: ['balances'],
      csv: { name: 'holders', endpoint: 'exportTokenHolders' },
    },
    { path: 'confidential', label: msg('Supply and disclosures'), endpoint: 'getConfidentialToken' },
    { path: 'inventory', label: msg('Inventory') },
  ],
  block: [
    { path: '', endpoint: 'getBlock' },
    { path: 'withdrawals', endpoint: 'listBlockWithdrawals' },
    { path: 'access-list', endpoint: 'listBlockAccesses' },
  ],
  op: [{ path: '', endpoint: 'getUserOperation' }],
};

/** The path of a tab below its page ("/logs") by its path here or its name in another explorer; empty if none. */
export function findTab(page: TabbedPage, name: string | null | undefined): string {
  const wanted = name?.toLowerCase() ?? '';
  const tab = TABS[page].find(({ path, aliases }) => path === wanted || aliases?.includes(wanted));
  return tab === undefined || tab.path === '' ? '' : `/${tab.path}`;
}
