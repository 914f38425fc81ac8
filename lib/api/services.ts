import type { Database } from '@/lib/db/open-database';
import type { PoolFacts } from '@/lib/evm/actions/action';
import type { Signatures } from '@/lib/evm/signatures';
import { findAverageBlockTimeMs, findLatestBlock } from '@/lib/queries/block';
import {
  type BlockSums,
  type ChainStatsRow,
  findChainStats,
  NO_BLOCKS,
  sumBlocksSince,
} from '@/lib/queries/chain-stats';
import { countPendingSince, findTotals } from '@/lib/queries/chart';
import { countPendingTransactions } from '@/lib/queries/pending-transaction';
import { type Cache, createCache } from './cache';
import type { Totals } from './charts/catalog';
import type { LookUp } from './interfaces/interface-lookups';
import type { CoinBalances } from './nodes/coin-balances';
import type { ContractCodes } from './nodes/contract-codes';
import type { NodeTransactions } from './nodes/node-transactions';
import { NO_TRACES, type TransactionTraces } from './nodes/transaction-traces';

/** How long the chain's figures are kept, in ms. */
export const CHAIN_STATS_MS = 5_000;
const SECONDS_OF_DAY = 86_400;
const PENDING_MS = 30 * 60_000;

/** What handlers share beside the database: made once at the start. */
export type Services = Readonly<{
  /** The chain's mean time between blocks in ms, at most ten seconds old; undefined with fewer than two blocks. */
  averageBlockTimeMs(db: Database): Promise<number | undefined>;
  /** Recent figures of the chain, a few seconds old at most; undefined before anything is indexed. */
  chainStats(db: Database): Promise<ChainStatsRow | undefined>;
  /** The sums of the daily figures over the whole chain, a few seconds old at most. */
  totals(db: Database): Promise<Totals>;
  /** How many transactions wait that came in the last 30 minutes, a few seconds ago. */
  pendingLately(db: Database): Promise<string>;
  /** Sums over the blocks of the 24 hours before the newest one, half a minute old at most. */
  lastDay(db: Database): Promise<BlockSums>;
  /** The coin balance of an address in wei after a block, or on the newest state; undefined when no node tells in time. */
  coinBalance: CoinBalances;
  /** The newest code of a contract; undefined when no node tells in time. */
  contractCode: ContractCodes;
  /** What the node tells of a transaction when it is asked. */
  traces: TransactionTraces;
  /** What the node tells of a transaction that is not indexed; undefined when it knows none or does not tell in time. */
  nodeTransaction: NodeTransactions;
  /** How many transactions wait in the pool, two seconds old at most; undefined when nobody can tell. */
  pendingCount(db: Database): Promise<number | undefined>;
  /** The tokens of Uniswap v3 pools by chain and address, null for what is none, as far as can be seen; at most a minute old. */
  pools: Cache<PoolFacts | null>;
  /** Has contracts looked up where a service for verified sources is configured. */
  lookUp: LookUp;
  /** The interfaces that calls and errors are decoded with; earlier ones lead. */
  signatures: readonly Signatures[];
}>;

/** What is asked of nodes, or of a service for verified sources, while a request waits. */
export type NodeServices = Pick<
  Services,
  'coinBalance' | 'contractCode' | 'traces' | 'nodeTransaction' | 'lookUp'
>;

const NO_NODES: NodeServices = {
  coinBalance: async () => undefined,
  contractCode: async () => undefined,
  traces: NO_TRACES,
  nodeTransaction: async () => undefined,
  lookUp: async () => undefined,
};

/** Makes the services over these interfaces, and over nodes where there are some. */
export function createServices(
  signatures: readonly Signatures[],
  nodes: Partial<NodeServices> = {},
): Services {
  const waiting = createCache<number | undefined>({ ttlMs: 2_000, maxKeys: 1_000 });
  const averages = createCache<number | undefined>({ ttlMs: 10_000, maxKeys: 1_000 });
  const stats = createCache<ChainStatsRow | undefined>({ ttlMs: CHAIN_STATS_MS, maxKeys: 1_000 });
  const totals = createCache<Totals>({ ttlMs: CHAIN_STATS_MS, maxKeys: 1_000 });
  const pending = createCache<string>({ ttlMs: CHAIN_STATS_MS, maxKeys: 1_000 });
  const lastDay = createCache<BlockSums>({ ttlMs: 30_000, maxKeys: 1_000 });
  return {
    signatures,
    ...NO_NODES,
    ...nodes,
    pendingCount: (db) => waiting(String(db.chainId), () => countPendingTransactions(db, Date.now())),
    // what one transaction does not show of a pool another one may
    pools: createCache<PoolFacts | null>({
      ttlMs: 60_000,
      maxKeys: 10_000,
      isKept: (facts) => facts !== null,
    }),
    averageBlockTimeMs: (db) => averages(String(db.chainId), () => findAverageBlockTimeMs(db)),
    chainStats: (db) => stats(String(db.chainId), () => findChainStats(db)),
    totals: (db) => totals(String(db.chainId), () => findTotals(db)),
    pendingLately: (db) => pending(String(db.chainId), () => countPendingSince(db, Date.now() - PENDING_MS)),
    lastDay: (db) => lastDay(String(db.chainId), () => readLastDay(db)),
  };
}

async function readLastDay(db: Database): Promise<BlockSums> {
  const latest = await findLatestBlock(db);
  return latest ? sumBlocksSince(db, latest.timestamp - SECONDS_OF_DAY) : NO_BLOCKS;
}
