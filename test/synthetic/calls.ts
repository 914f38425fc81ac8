import { entryPoint07Address } from 'viem/account-abstraction';
import type { Database } from '@/lib/db/open-database';
import { type Endpoint, SERVICE_PREFIX } from '@/lib/endpoints/endpoint';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { bufferToHex } from '@/lib/evm/hex';
import { CAST, userOf } from './cast';
import { USER_OPERATION } from './events';
import { hashOf, RARITIES } from './transactions';

/** Requests to the synthetic chain: paths below the chain, by endpoint ID. */
export type Calls = ReadonlyMap<string, readonly string[]>;

/** Values of path parameters, several of each combination. */
type Values = readonly Readonly<Record<string, string>>[];

/** Different requests of one kind. */
const VARIETY = 2_000;
const CHARTS = ['newTxns', 'averageGasPrice', 'newAccounts', 'txnsFee', 'accountsGrowth', 'activeAccounts'];
const TOKENS = [CAST.coin, CAST.collection, CAST.multiToken, CAST.confidential, CAST.hybrid];
const ADDRESSES = [CAST.hub, CAST.collector, CAST.miner, CAST.coin, CAST.router];
const RARE = Object.values(RARITIES).map(hashOf);

/** Queries of an endpoint beside its plain call. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  listTransactions: ['type=blob_transaction', 'order=asc', 'fhe_operations_count=2'],
  listBlockTransactions: ['type=coin_transfer,token_transfer', 'type=contract_call'],
  listTokens: ['type=ERC-20', 'q=token', 'order=asc'],
  listTokenTransfers: ['type=ERC-721,ERC-7984'],
  listTokenInstances: [`holder_address_hash=${CAST.collector}`],
  listBlocks: ['order=asc', 'to_period=2021-02-01'],
  listAddressTransactions: [
    'filter=to',
    'filter=from&from_block=100&to_block=500',
    'order=asc&from_period=2021-01-02',
    'method=transfer&min_value=1',
    `only=fhe&counterparty=${CAST.coin}&filter=from&to_block=900`,
  ],
  exportAddressTransactions: ['method=transfer', 'only=failed'],
  exportAddressInternals: ['min_value=1'],
  exportAddressMovements: ['kinds=token,reward', 'from_block=100&to_block=500'],
  listTransfersOfAddress: ['filter=from&type=ERC-20', `token=${CAST.coin}`, 'from_block=100&to_block=500'],
  listAddressInternals: ['filter=to', 'filter=from', 'min_value=1', 'min_value=1&filter=to&from_block=100'],
  listAddressApprovals: ['revoked=true'],
  getMoneyFlow: [
    'direction=in',
    `asset=${CAST.coin}&least=0.5&open=${CAST.hub},${CAST.collector},${CAST.router}`,
    `asset=native&direction=in&from_block=100&to_block=900&open=${CAST.hub},${CAST.miner}`,
  ],
  listAdvancedEntries: [
    `from_address_hashes_to_include=${CAST.hub}&to_address_hashes_to_include=${CAST.hub}`,
    `address_relation=and&from_address_hashes_to_include=${CAST.hub}&to_address_hashes_to_include=${CAST.coin}`,
    `token_contract_address_hashes_to_include=${CAST.coin}&amount_from=1&methods=0xa9059cbb`,
    'transaction_types=COIN_TRANSFER&amount_from=0.5&age_from=2021-01-02T00:00:00Z',
    'transaction_types=ERC-721,CONTRACT_CREATION',
  ],
  exportAdvancedEntries: ['transaction_types=ERC-7984'],
  listContracts: ['filter=solidity', 'q=token', `q=${CAST.coin}`],
  listAddressTokens: ['type=ERC-20', 'type=ERC-721'],
  listAddressNfts: ['type=ERC-721'],
  listAddressCollections: ['type=ERC-721'],
  getChart: ['resolution=WEEK', 'resolution=MONTH', 'resolution=YEAR', 'from=2021-01-01&to=2021-06-30'],
  callModule: [
    `account&action=txlist&address=${CAST.hub}&startblock=1&page=2&offset=100`,
    `account&action=txlist&address=${CAST.hub}&sort=asc&offset=100`,
    `account&action=txlistinternal&address=${CAST.router}&offset=100`,
    'account&action=txlistinternal&startblock=5&offset=100&sort=asc',
    `account&action=tokentx&address=${CAST.hub}&offset=100`,
    `account&action=tokentx&contractaddress=${CAST.coin}&sort=asc&page=3&offset=100`,
    `account&action=tokentx&contractaddress=${CAST.collection}&offset=100`,
    `account&action=tokentx&address=${CAST.hub}&contractaddress=${CAST.coin}&offset=100`,
    `account&action=tokennfttx&address=${CAST.collector}&offset=100`,
    `account&action=token1155tx&contractaddress=${CAST.multiToken}&offset=100`,
    `account&action=tokenbalance&address=${CAST.hub}&contractaddress=${CAST.coin}`,
    `account&action=tokenlist&address=${CAST.hub}`,
    'block&action=getblocknobytime&timestamp=1600000000&closest=after',
    'block&action=getblocknobytime&timestamp=9600000000&closest=before',
    `contract&action=getcontractcreation&contractaddresses=${CAST.coin},${CAST.router}`,
    `logs&action=getLogs&address=${CAST.router}&fromBlock=1&toBlock=90&offset=100`,
    `stats&action=tokensupply&contractaddress=${CAST.coin}`,
  ].map((call) => `module=${call}`),
  listUserOperations: [
    `sender=${CAST.hub}`,
    `paymaster=${CAST.hub}`,
    `factory=${CAST.hub}`,
    `bundler=${CAST.hub}`,
    'bundle_index=0',
    'block_number=1',
    `transaction_hash=${RARE[0]}&sender=${CAST.hub}`,
    `entry_point=${entryPoint07Address}`,
    `bundler=${CAST.hub}&entry_point=${entryPoint07Address}&paymaster=${CAST.hub}`,
  ],
  listUserOperationBundles: [
    `bundler=${CAST.hub}`,
    `entry_point=${entryPoint07Address}`,
    `bundler=${CAST.hub}&entry_point=${entryPoint07Address}`,
  ],
  listUserOperationAccounts: [`factory=${CAST.hub}`],
  listFheTransactions: [`caller=${CAST.confidential}`],
  listAddressNews: [`watched=${ADDRESSES.map((one) => `${one}:100`).join()}`],
  listHotContracts: ['scale=5m', 'scale=1d&sort=total_gas_used', 'scale=30d&order=asc'],
  listSignatures: ['keys=0xa9059cbb,0x12345678', 'name=Transfer'],
  getLegacyBlockByTime: ['timestamp=1600000000&closest=after'],
  listLegacyLogs: [`address=${CAST.router}&fromBlock=1&toBlock=90&offset=100`],
  search: [CAST.coin, 'token', 'tok', '7'].map((text) => `q=${text}`),
  searchQuickly: [CAST.coin, 'token', '7'].map((text) => `q=${text}`),
  checkSearchRedirect: [CAST.hub, CAST.coin, '7'].map((text) => `q=${text}`),
};

/** Queries for only some paths of an endpoint: an account with few transactions, on a chain of any size. */
const QUIET = userOf(1, { transactions: 0, perBlock: 1 });
const SOME: Readonly<Record<string, readonly string[]>> = {
  listAddressTransactions: ['sort=value', 'sort=fee&order=asc', 'sort=fee&filter=from'].map(
    (query) => `/api/v2/addresses/${QUIET}/transactions?${query}&items_count=1`,
  ),
  listAddressApprovals: [`/api/v2/addresses/${QUIET}/approvals?revoked=true&items_count=1`],
};

/**
 * Calls of every operation: all kinds of transactions, busy addresses, large tokens, rare cases. Throws for an
 * endpoint with a parameter without values.
 */
export async function listCalls(db: Database): Promise<Calls> {
  const values = await listValues(db);
  return new Map(ENDPOINTS.map((endpoint) => [endpoint.id, callsOf(endpoint, values)]));
}

type Pools = Readonly<
  Record<'transactions' | 'moving' | 'confidential' | 'tokens' | 'instances' | 'blocks' | 'handles', Values>
>;

function callsOf(endpoint: Endpoint, pools: Pools): string[] {
  const template = `${SERVICE_PREFIX[endpoint.service]}${endpoint.path}`;
  const paths = valuesFor(endpoint, pools).map((values) =>
    Object.entries(values).reduce((path, [name, value]) => path.replace(`{${name}}`, value), template),
  );
  const open = paths.find((path) => path.includes('{'));
  if (open !== undefined) throw new Error(`there are no values for ${open}: see test/synthetic/calls.ts`);
  const queries = QUERIES[endpoint.id] ?? [];
  const requests = queries.flatMap((query) => paths.slice(0, 3).map((path) => `${path}?${query}`));
  const bare = endpoint.query.safeParse({}).success ? paths : [];
  return [...(SOME[endpoint.id] ?? []), ...requests, ...bare];
}

function valuesFor({ id, path }: Endpoint, pools: Pools): Values {
  if (id === 'listTransactionFheOperations') return pools.confidential;
  if (id === 'listTransactionTokenTransfers') return pools.moving;
  if (path.includes('{operation_hash_param}')) return named('operation_hash_param', [USER_OPERATION]);
  if (path.includes('{transaction_hash_param}')) return pools.transactions;
  if (path.includes('{token_id_param}')) return pools.instances;
  if (path.includes('{handle_param}')) return pools.handles;
  if (id === 'getConfidentialToken') return named('address_hash_param', [CAST.confidential]);
  if (path.startsWith('/tokens/') || id === 'getContract') return pools.tokens;
  if (path.includes('{block_hash_or_number_param}')) return pools.blocks;
  if (path.includes('{block_number_param}')) return named('block_number_param', ['999999999']);
  if (path.includes('{verification_id_param}'))
    return named('verification_id_param', ['00000000-0000-4000-8000-000000000000']);
  if (path.includes('{name}')) return CHARTS.map((name) => ({ name }));
  return path.includes('{address_hash_param}') ? named('address_hash_param', ADDRESSES) : [{}];
}

async function listValues(db: Database): Promise<Pools> {
  const transactions = async (rare: readonly string[], condition: string) =>
    named('transaction_hash_param', [...rare, ...(await listTransactions(db, condition))]);
  const [block] = await db.sql<{ number: number; hash: Buffer }[]>`
    select number, hash from ${db.schema}.blocks order by number desc offset 1 limit 1`;
  if (!block) throw new Error('the chain has no blocks');
  return {
    transactions: await transactions(RARE, ''),
    moving: await transactions(RARE.slice(0, 2), 'and token_transfers_count > 0'),
    confidential: await transactions([hashOf(RARITIES.manyOperations)], 'and fhe_operations_count > 0'),
    tokens: named('address_hash_param', TOKENS),
    instances: await listInstances(db),
    blocks: named('block_hash_or_number_param', [String(block.number), bufferToHex(block.hash), '0']),
    handles: named('handle_param', await listHandles(db)),
  };
}

function named(name: string, values: readonly string[]): Values {
  return values.map((value) => ({ [name]: value }));
}

/** Transactions of blocks spread evenly over the chain. */
async function listTransactions({ sql, schema }: Database, condition: string): Promise<string[]> {
  const rows = await sql<{ hash: Buffer }[]>`
    select hash from ${schema}.transactions
    where block_number in (
      select (n * greatest(1, (select tip_number from ${schema}.indexer_state) / ${VARIETY}))
      from generate_series(0, ${VARIETY - 1}) n
    ) ${sql.unsafe(condition)} order by hash limit ${VARIETY}`;
  return rows.map(({ hash }) => bufferToHex(hash));
}

/** Results of the latest operations. */
async function listHandles({ sql, schema }: Database): Promise<string[]> {
  const rows = await sql<{ result: Buffer }[]>`
    select result from ${schema}.fhe_operations order by block_number desc, log_index desc limit 20`;
  return rows.map(({ result }) => bufferToHex(result));
}

async function listInstances({ sql, schema }: Database): Promise<Values> {
  const rows = await sql<{ token_address: Buffer; token_id: string }[]>`
    (
      select token_address, token_id from ${schema}.token_instances
      where token_address = ${bytes(CAST.multiToken)} order by token_id limit 20
    ) union all (
      select token_address, token_id from ${schema}.token_instances
      where token_address = ${bytes(CAST.collection)} order by token_id limit ${VARIETY}
    )`;
  return rows.map(({ token_address, token_id }) => ({
    address_hash_param: bufferToHex(token_address),
    token_id_param: token_id,
  }));
}

export function bytes(address: string): Buffer {
  return Buffer.from(address.slice(2), 'hex');
}
