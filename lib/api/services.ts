import type { Database } from '@/lib/db/open-database';
import type { PoolFacts } from '@/lib/evm/actions/action';
import type { Signatures } from '@/lib/evm/signatures';
import { findAverageBlockTimeMs, findLatestBlock } from '@/lib/queries/block';
import { type ChainStatsRow, findChainStats, getFeesSince } from '@/lib/queries/chain-stats';
import { type Cache, createCache } from './cache';
import type { CoinBalances } from './coin-balances';
import { NO_TRACES, type TransactionTraces } from './transaction-traces';

/** How long the chain's figures are kept, in ms. */
export const CHAIN_STATS_MS = 5_000;
const SECONDS_OF_DAY = 86_400;

type Fees = { transactions: string; fees: string };

/** What handlers share beside the database: made once at the start. */
export type Services = Readonly<{
  /** The chain's mean time between blocks in ms, at most ten seconds old; undefined with fewer than two blocks. */
  averageBlockTimeMs(db: Database): Promise<number | undefined>;
  /** Recent figures of the chain, a few seconds old at most; undefined before anything is indexed. */
  chainStats(db: Database): Promise<ChainStatsRow | undefined>;
  /** Transactions and fees of the 24 hours before the newest block, half a minute old at most. */
  feesOfDay(db: Database): Promise<Fees>;
  /** The coin balance of an address in wei after a block, or on the newest state; undefined when no node tells in time. */
  coinBalance: CoinBalances;
  /** What the node tells of a transaction when it is asked. */
  traces: TransactionTraces;
  /** The tokens of Uniswap v3 pools by chain and address, null for what is none; at most a minute old. */
  pools: Cache<PoolFacts | null>;
  /** The interfaces that calls and errors are decoded with; earlier ones lead. */
  signatures: readonly Signatures[];
}>;

/** Makes the services over these interfaces, and over nodes where there are some. */
export function createServices(
  signatures: readonly Signatures[],
  coinBalance: CoinBalances = async () => undefined,
  traces: TransactionTraces = NO_TRACES,
): Services {
  const averages = createCache<number | undefined>({ ttlMs: 10_000, maxKeys: 1_000 });
  const stats = createCache<ChainStatsRow | undefined>({ ttlMs: CHAIN_STATS_MS, maxKeys: 1_000 });
  const fees = createCache<Fees>({ ttlMs: 30_000, maxKeys: 1_000 });
  return {
    signatures,
    coinBalance,
    traces,
    pools: createCache<PoolFacts | null>({ ttlMs: 60_000, maxKeys: 10_000 }),
    averageBlockTimeMs: (db) => averages(String(db.chainId), () => findAverageBlockTimeMs(db)),
    chainStats: (db) => stats(String(db.chainId), () => findChainStats(db)),
    feesOfDay: (db) => fees(String(db.chainId), () => readFeesOfDay(db)),
  };
}

async function readFeesOfDay(db: Database): Promise<Fees> {
  const latest = await findLatestBlock(db);
  return latest ? getFeesSince(db, latest.timestamp - SECONDS_OF_DAY) : { transactions: '0', fees: '0' };
}
