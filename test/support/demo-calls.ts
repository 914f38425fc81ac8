import { deriveAccounts } from '@/demo/accounts';
import type { TestHistory } from '@/demo/test-chain';
import type { Endpoint } from '@/lib/endpoints/endpoint';

/** One call of an operation: its path parameters by name, and its query. */
export type DemoCall = Readonly<{
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
}>;

/** The verification that the API of the tests knows. */
export const DEMO_VERIFICATION = '7d0a24f1-31d3-4f0a-8a3f-0c9a5f1d6c11';

/** The user operation that the test of every operation adds: the demo chain has no EntryPoint. */
export const DEMO_USER_OPERATION = `0x${'6'.repeat(64)}`;

type Values = Readonly<Record<string, string>>;
type Choice = Readonly<{ path?: Values; query?: Values }>;

/** Values of parameters by name, for operations without a better choice below. */
function usualValues({ transactions, contracts, handles }: TestHistory): Values {
  return {
    transaction_hash_param: transactions['token medley'] ?? '',
    address_hash_param: contracts.DemoDollar ?? '',
    operation_hash_param: DEMO_USER_OPERATION,
    handle_param: handles['confidential transfer'] ?? '',
    token_id_param: '3',
    block_hash_or_number_param: '100',
    block_number_param: '999999999',
    name: 'newTxns',
    verification_id_param: DEMO_VERIFICATION,
  };
}

/** Better values for some operations; the first one of each is shown in the documentation. */
function chosenCalls({ transactions, contracts }: TestHistory): Readonly<Record<string, readonly Choice[]>> {
  const nft = { address_hash_param: contracts.Astrolabes ?? '' };
  const trader = { address_hash_param: contracts.Router ?? '' };
  const user = { address_hash_param: deriveAccounts().users[1]?.address ?? '' };
  const token = contracts.DemoDollar ?? '';
  const of = (name: string): Choice => ({ path: { transaction_hash_param: transactions[name] ?? '' } });
  return {
    getTransaction: [
      of('ERC-20 transfer'),
      of('token medley'),
      of('FHE medley'),
      of('contract creation'),
      of('blob transaction'),
      of('sponsored delegation'),
      of('revert with a custom error'),
    ],
    getTransactionOverview: [
      of('ERC-20 transfer'),
      of('token medley'),
      of('FHE medley'),
      of('contract creation'),
    ],
    getFailingLine: [of('revert with a custom error')],
    listSteps: [{ ...of('revert with a custom error'), query: { count: '8' } }],
    exportAdvancedEntries: [{ query: { transaction_types: 'ERC-721' } }],
    listTransactionTokenTransfers: [of('ERC-20 transfer'), of('token medley'), of('confidential transfer')],
    listTransactionFheOperations: [of('confidential transfer'), of('FHE medley'), of('ERC-20 transfer')],
    getConfidentialToken: ['ConfidentialDollar', 'ConfidentialCredit'].map((name) => ({
      path: { address_hash_param: contracts[name] ?? '' },
    })),
    listAddressFheTokens: [{ path: user }],
    listAddressFheHandles: [{ path: user }],
    listAddressFheDelegations: [{ path: user }],
    getAddressFheProfile: [{ path: { address_hash_param: contracts.ConfidentialDollar ?? '' } }],
    listTransactionBlobs: [of('blob transaction'), of('ERC-20 transfer')],
    getTransactionProof: [of('ERC-20 transfer'), of('token medley'), of('blob transaction')],
    listTransactionLogs: [of('ERC-20 transfer'), of('FHE medley')],
    listTokenInstances: [{ path: nft }],
    getTokenInstance: [{ path: nft }],
    getTokenInstanceTransfersCount: [{ path: nft }],
    listTransfersOfInstance: [{ path: nft }],
    listInstanceHolders: [{ path: nft }],
    getMoneyFlow: [{ path: user, query: { asset: 'native' } }],
    listAddressNews: [{ query: { watched: `${token}:0,${user.address_hash_param}:20` } }],
    listAddressApprovals: [{ path: user }, { path: user, query: { revoked: 'true' } }],
    listAddressTokens: [{ path: trader }],
    listAddressTokenBalances: [{ path: trader }],
    listAddressNfts: [{ path: nft }],
    getContract: [{ path: { address_hash_param: contracts.Faults ?? '' } }],
    search: [{ query: { q: 'demo' } }, { query: { q: token } }],
    searchQuickly: [{ query: { q: 'demo' } }],
    checkSearchRedirect: [{ query: { q: token } }, { query: { q: 'nothing' } }],
    getChart: [{ path: { name: 'newTxns' }, query: { resolution: 'DAY' } }],
    listChartSeries: [{ query: { ids: 'newTxns,newBlocks' } }],
    listHotContracts: [
      { query: { scale: '30d' } },
      { query: { scale: '5m', sort: 'total_gas_used', order: 'asc' } },
    ],
    listSignatures: [{ query: { keys: '0xd0e30db0,0x12345678' } }, { query: { name: 'deposit' } }],
    listAuditReports: [{ path: { address_hash_param: token } }],
    listContractUpgrades: [{ path: { address_hash_param: contracts.FHEVMExecutor ?? '' } }],
    getLegacyBlockByTime: [{ query: { timestamp: '1767225600', closest: 'after' } }],
    listLegacyLogs: [{ query: { address: token, fromBlock: '0', toBlock: 'latest' } }],
    callModule: [
      { query: { module: 'account', action: 'tokentx', contractaddress: token, sort: 'asc', offset: '1' } },
      { query: { module: 'account', action: 'txlist', address: token } },
      { query: { module: 'contract', action: 'getsourcecode', address: token } },
      { query: { module: 'logs', action: 'getLogs', address: token, fromBlock: '0', toBlock: 'latest' } },
    ],
  };
}

/**
 * Calls of an operation that the demo chain answers with 200: the usual values unless there are better ones. Throws
 * for a parameter without a value, which must be added here.
 */
export function listDemoCalls(endpoint: Endpoint, history: TestHistory): DemoCall[] {
  const usual = usualValues(history);
  const choices = chosenCalls(history)[endpoint.id] ?? [{}];
  return choices.map(({ path = {}, query = {} }) => ({
    path: Object.fromEntries(
      Object.keys(endpoint.params.shape).map((name) => [
        name,
        pathValue(endpoint, name, { ...usual, ...path }),
      ]),
    ),
    query,
  }));
}

function pathValue({ id }: Endpoint, name: string, values: Values): string {
  const value = values[name];
  if (!value)
    throw new Error(`${id} has a path parameter {${name}}: give it a value in test/support/demo-calls.ts`);
  return value;
}

/** The path of a call below its chain. */
export function writeDemoPath(template: string, { path, query }: DemoCall): string {
  const below = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? below : `${below}?${search}`;
}
