import type { Database } from '@/lib/db/open-database';
import { bufferToHex } from '@/lib/evm/hex';
import { CAST } from './cast';
import { hashOf, RARITIES } from './transactions';

/** What can be asked of the synthetic chain: paths below the chain, by the id of their endpoint. */
export type Calls = Readonly<Record<string, readonly string[]>>;

const EXPLORER = '/api/v2';
const STATS = '/stats-service/api/v1';
/** Different things asked for of one kind. */
const VARIETY = 2_000;
const CHARTS = ['newTxns', 'averageGasPrice', 'newAccounts', 'txnsFee'];

type Named = { name: string; id: string };
type Place = { block_number: number; index: number };

/** Calls of every operation: all kinds of transactions, busy addresses and large tokens, rare cases. */
export async function listCalls(db: Database): Promise<Calls> {
  const all = await listTransactions(db, '');
  const moving = await listTransactions(db, 'and token_transfers_count > 0');
  const confidential = await listTransactions(db, 'and fhe_operations_count > 0');
  const instances = await listInstances(db);
  const [block] = await db.sql<Named[]>`
    select number::text as name, '0x' || encode(hash, 'hex') as id from ${db.schema}.blocks
    order by number desc offset 1 limit 1`;
  return {
    ...callsOfTransactions({ all, moving, confidential }),
    ...callsOfTokens(instances),
    ...callsOfAddresses(),
    listBlocks: [`${EXPLORER}/blocks`],
    getBlock: [`${EXPLORER}/blocks/${block?.name}`, `${EXPLORER}/blocks/${block?.id}`],
    listBlockTransactions: [`${EXPLORER}/blocks/${block?.name}/transactions`],
    getChainStats: [`${EXPLORER}/stats`],
    listTransactionsByDay: [`${EXPLORER}/stats/charts/transactions`],
    listMainPageBlocks: [`${EXPLORER}/main-page/blocks`],
    listMainPageTransactions: [`${EXPLORER}/main-page/transactions`],
    getIndexingStatus: [`${EXPLORER}/main-page/indexing-status`],
    search: [CAST.coin, all[0], 'token', block?.name].map((text) => `${EXPLORER}/search?q=${text}`),
    searchQuickly: [CAST.coin, 'token'].map((text) => `${EXPLORER}/search/quick?q=${text}`),
    checkSearchRedirect: [CAST.hub, all[0]].map((text) => `${EXPLORER}/search/check-redirect?q=${text}`),
    listCharts: [`${STATS}/lines`],
    getChart: CHARTS.flatMap((name) => [
      `${STATS}/lines/${name}?resolution=MONTH`,
      `${STATS}/lines/${name}?resolution=DAY`,
    ]),
    listChartSeries: [`${STATS}/series`],
    listCounters: [`${STATS}/counters`],
  };
}

function callsOfTransactions(hashes: Record<'all' | 'moving' | 'confidential', readonly string[]>): Calls {
  const base = `${EXPLORER}/transactions`;
  const of = (rare: readonly number[], among: readonly string[], tab: string) =>
    [...rare.map(hashOf), ...among].map((hash) => `${base}/${hash}${tab}`);
  const { manyTransfers, largeBatch, manyOperations, manyLogs, blob, setCode } = RARITIES;
  return {
    listTransactions: [base],
    getTransactionsStats: [`${base}/stats`],
    getTransaction: of([manyTransfers, largeBatch, blob, setCode], hashes.all, ''),
    listTransactionTokenTransfers: of([manyTransfers, largeBatch], hashes.moving, '/token-transfers'),
    listTransactionFheOperations: of([manyOperations], hashes.confidential, '/fhe-operations'),
    listTransactionLogs: of([manyLogs], hashes.moving, '/logs'),
  };
}

function callsOfTokens(instances: readonly Named[]): Calls {
  const base = `${EXPLORER}/tokens`;
  const of = (tab: string) =>
    [CAST.coin, CAST.collection, CAST.multiToken].map((token) => `${base}/${token}${tab}`);
  const ofInstances = (tab: string) =>
    instances.map(({ name, id }) => `${base}/${name}/instances/${id}${tab}`);
  return {
    listTokens: [base, `${base}?type=ERC-20`, `${base}?q=token`],
    getToken: of(''),
    getTokenCounters: of('/counters'),
    listTokenInstances: [
      `${base}/${CAST.collection}/instances`,
      `${base}/${CAST.collection}/instances?holder_address_hash=${CAST.collector}`,
    ],
    getTokenInstance: ofInstances(''),
    getTokenInstanceTransfersCount: ofInstances('/transfers-count'),
    listTokenTransfers: [`${EXPLORER}/token-transfers`, `${EXPLORER}/token-transfers?type=ERC-721,ERC-7984`],
    listTransfersOfToken: of('/transfers'),
    listTransfersOfInstance: ofInstances('/transfers'),
    listTokenHolders: of('/holders'),
    listInstanceHolders: ofInstances('/holders'),
  };
}

function callsOfAddresses(): Calls {
  const base = `${EXPLORER}/addresses`;
  const { hub, collector, miner, coin } = CAST;
  const of = (tab: string) => [hub, collector, miner, coin].map((address) => `${base}/${address}${tab}`);
  return {
    getAddress: of(''),
    getAddressCounters: of('/counters'),
    getAddressTabsCounters: of('/tabs-counters'),
    listAddressTransactions: [...of('/transactions'), ...of('/transactions?filter=to')],
    listTransfersOfAddress: [
      ...of('/token-transfers'),
      ...of('/token-transfers?filter=from&type=ERC-20'),
      ...of(`/token-transfers?token=${coin}`),
    ],
    listAddressLogs: of('/logs'),
    listAddressTokens: of('/tokens'),
    listAddressNfts: of('/nft'),
  };
}

/** Transactions spread evenly over the chain, some more than are wanted so that the condition finds enough. */
async function listTransactions({ sql, schema }: Database, condition: string): Promise<string[]> {
  const rows = await sql<{ hash: Buffer }[]>`
    select hash from ${schema}.transactions
    where block_number in (
      select (n * greatest(1, (select tip_number from ${schema}.indexer_state) / ${VARIETY}))
      from generate_series(0, ${VARIETY - 1}) n
    ) ${sql.unsafe(condition)} order by hash limit ${VARIETY}`;
  return rows.map(({ hash }) => bufferToHex(hash));
}

async function listInstances({ sql, schema }: Database): Promise<Named[]> {
  const rows = await sql<{ token_address: Buffer; token_id: string }[]>`
    (
      select token_address, token_id from ${schema}.token_instances
      where token_address = decode(${CAST.multiToken.slice(2)}, 'hex') limit 20
    ) union all (
      select token_address, token_id from ${schema}.token_instances
      where token_address = decode(${CAST.collection.slice(2)}, 'hex') order by token_id limit ${VARIETY}
    )`;
  return rows.map(({ token_address, token_id }) => ({ name: bufferToHex(token_address), id: token_id }));
}

/** The same lists `depth` entries deep, or half of what there is: one page each, and how deep it begins. */
export async function listDeepCalls(
  db: Database,
  depth: number,
): Promise<Readonly<Record<string, { path: string; depth: number }>>> {
  const { hub, coin } = CAST;
  const calls: Record<string, { path: string; depth: number }> = {};
  for (const { id, path, rows } of [
    {
      id: 'listTransactions',
      path: `${EXPLORER}/transactions`,
      rows: db.sql`select block_number, index from ${db.schema}.transactions`,
    },
    {
      id: 'listAddressTransactions',
      path: `${EXPLORER}/addresses/${hub}/transactions`,
      rows: db.sql`select block_number, index from ${db.schema}.transactions where from_address = ${bytes(hub)}`,
    },
    {
      id: 'listTransfersOfToken',
      path: `${EXPLORER}/tokens/${coin}/transfers`,
      rows: db.sql`
        select block_number, log_index as index from ${db.schema}.token_transfers
        where token_address = ${bytes(coin)}`,
    },
    {
      id: 'listAddressLogs',
      path: `${EXPLORER}/addresses/${coin}/logs`,
      rows: db.sql`select block_number, log_index as index from ${db.schema}.logs where address = ${bytes(coin)}`,
    },
  ]) {
    const [size] = await db.sql<{ rows: number }[]>`select count(*) as rows from (${rows}) places`;
    const reached = Math.min(depth, Math.floor((size?.rows ?? 0) / 2));
    const [place] = await db.sql<Place[]>`
      select * from (${rows}) places order by block_number desc, index desc offset ${reached} limit 1`;
    calls[id] = { path: `${path}?block_number=${place?.block_number}&index=${place?.index}`, depth: reached };
  }
  return { ...calls, listTokenHolders: await findDeepHolders(db, depth) };
}

async function findDeepHolders({ sql, schema }: Database, depth: number) {
  const holders = sql`
    select holder, value from ${schema}.token_holders where token_address = ${bytes(CAST.coin)} and value > 0`;
  const [size] = await sql<{ rows: number }[]>`select count(*) as rows from (${holders}) holders`;
  const reached = Math.min(depth, Math.floor((size?.rows ?? 0) / 2));
  const [last] = await sql<{ holder: Buffer; value: string }[]>`
    ${holders} order by value desc, holder desc offset ${reached} limit 1`;
  const cursor = `address_hash=${last && bufferToHex(last.holder)}&value=${last?.value}`;
  return { path: `${EXPLORER}/tokens/${CAST.coin}/holders?${cursor}`, depth: reached };
}

function bytes(address: string): Buffer {
  return Buffer.from(address.slice(2), 'hex');
}
