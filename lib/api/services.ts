import { loadAccessList, type StoredAccessList } from '@/lib/api/access-list/loader';
import { findAverageBlockTimeMs, findLatestBlock } from '@/lib/api/block/query';
import {
  type BlockSums,
  type ChainStatsRow,
  findChainStats,
  NO_BLOCKS,
  sumBlocksSince,
} from '@/lib/api/chain-stats/query';
import { countPendingSince, findTotals } from '@/lib/api/charts/query';
import type { CodeAnalyzer } from '@/lib/api/contract/code-analyzer';
import type { CalledContract } from '@/lib/api/contract/hot-query';
import type { FailureTraces, GasTraces, StepTraces } from '@/lib/api/nodes/tracers';
import { hasAnyPrices } from '@/lib/api/price/query';
import { countPendingTransactions } from '@/lib/api/transaction/pending-query';
import type { Database } from '@/lib/db/open-database';
import type { PoolFacts } from '@/lib/evm/actions/action';
import type { SignatureMaps } from '@/lib/evm/signatures';
import type { Verifications } from '@/lib/verification/verifications';
import { type Cache, createCache } from './cache';
import { loadChainContents } from './chain-contents/loader';
import type { Totals } from './charts/catalog';
import type { KnownAccounts } from './coin-balance/loader';
import type { SampleRow } from './fhe-activity/query';
import { type GasSample, readGasSample } from './gas/loader';
import type { LookUp } from './interfaces/interface-lookups';
import type { Rankings } from './last-hour/loader';
import type { SignatureNames } from './names/signature-names';
import type { AccountStates } from './nodes/account-states';
import type { BlockProofs } from './nodes/block-proofs';
import type { CoinBalances } from './nodes/coin-balances';
import type { ContractCodes } from './nodes/contract-codes';
import type { EnsNames } from './nodes/ens-names';
import type { JsonRpc } from './nodes/json-rpc';
import type { NodeTransactions } from './nodes/node-transactions';
import type { Simulations } from './nodes/simulations';
import type { TokenBalances } from './nodes/token-balances';
import type { TransactionTraces } from './nodes/transaction-traces';

/** Cache lifetime of a chain's figures, in ms. */
export const CHAIN_STATS_MS = 5_000;
const SECONDS_OF_DAY = 86_400;
const PENDING_MS = 30 * 60_000;

/** Shared by handlers, cached for seconds. Undefined means unknown, or that no node answered in time. */
export type Services = Readonly<{
  /** Mean block time in ms; undefined with fewer than two blocks. */
  averageBlockTimeMs(db: Database): Promise<number | undefined>;
  chainStats(db: Database): Promise<ChainStatsRow | undefined>;
  chainContents(db: Database): ReturnType<typeof loadChainContents>;
  /** Undefined before the first block. */
  gasSample(db: Database): Promise<GasSample | undefined>;
  totals(db: Database): Promise<Totals>;
  /** Pending transactions that were first seen in the last 30 minutes. */
  pendingLately(db: Database): Promise<string>;
  /** Sums over the blocks of the 24 hours before the tip. */
  lastDay(db: Database): Promise<BlockSums>;
  /** Whether the operator configured any price feed or file: without one, no prices are read. */
  hasPrices(db: Database): Promise<boolean>;
  /** The stored access list of a block; undefined without one. */
  accessList(db: Database, height: number): Promise<StoredAccessList | undefined>;
  accountState: AccountStates;
  coinBalance: CoinBalances;
  /** Balances of accounts by chain. */
  knownAccounts: Cache<KnownAccounts>;
  /** By chain and scale; undefined where there are too many transactions to count. */
  calledContracts: Cache<readonly CalledContract[] | undefined>;
  /** By chain; undefined without blocks. */
  lastHour: Cache<Rankings | undefined>;
  /** Sums over the newest FHE operations, by chain. */
  fheSample: Cache<readonly SampleRow[]>;
  /** Logs that made handles publicly decryptable in the blocks of that sample, by chain. */
  fheOpenings: Cache<number>;
  tokenBalances: TokenBalances;
  contractCode: ContractCodes;
  codeFacts: CodeAnalyzer;
  ensNames: EnsNames;
  traces: TransactionTraces;
  failureTraces: FailureTraces;
  stepTraces: StepTraces;
  gasTraces: GasTraces;
  simulations: Simulations;
  blockProof: BlockProofs;
  nodeTransaction: NodeTransactions;
  jsonRpc: JsonRpc;
  pendingCount(db: Database): Promise<number | undefined>;
  /** Tokens of Uniswap v3 pools by `chainId/address`; null when no pool was recognized. */
  pools: Cache<PoolFacts | null>;
  lookUp: LookUp;
  /** Undefined where contracts are not verified. */
  verification: Verifications | undefined;
  /** For decoding without the contract's own ABI; earlier ones win. */
  signatures: readonly SignatureMaps[];
  /** Names of selectors and topics that `signatures` lack, all of them guesses; see `withNames`. */
  names: SignatureNames;
}>;

/** Services that request external data: from nodes or Sourcify. */
export type NodeServices = Pick<
  Services,
  | 'accountState'
  | 'coinBalance'
  | 'tokenBalances'
  | 'contractCode'
  | 'codeFacts'
  | 'ensNames'
  | 'traces'
  | 'failureTraces'
  | 'stepTraces'
  | 'gasTraces'
  | 'simulations'
  | 'blockProof'
  | 'nodeTransaction'
  | 'jsonRpc'
  | 'lookUp'
  | 'verification'
>;

/** The functions that have a name without an ABI of their contract, by selector: the known ones, then those learned. */
export function functionsOf({
  signatures,
  names,
}: Pick<Services, 'signatures' | 'names'>): SignatureMaps['functions'][] {
  return [...signatures.map(({ functions }) => functions), names.lookedUpFunctions()];
}

/** What is read of a chain, cached. */
function perChain<V>(
  name: string,
  ttlMs: number,
  read: (db: Database) => Promise<V>,
): (db: Database) => Promise<V> {
  const cache = createCache<V>({ name, ttlMs, maxKeys: 1_000 });
  return (db) => cache(String(db.chainId), () => read(db));
}

/** Creates the services. */
export function createServices(
  signatures: readonly SignatureMaps[],
  nodes: NodeServices,
  names: SignatureNames,
): Services {
  const lists = createCache<StoredAccessList | undefined>({ name: 'access_lists', ttlMs: 3_000, maxKeys: 4 });
  return {
    accessList: (db, height) => lists(`${db.chainId}/${height}`, () => loadAccessList(db, height)),
    signatures,
    names,
    ...nodes,
    pendingCount: perChain('pending_counts', 2_000, (db) => countPendingTransactions(db, Date.now())),
    // null is not cached: another transaction may reveal the pool's tokens
    pools: createCache<PoolFacts | null>({
      ...{ name: 'pools', ttlMs: 60_000, maxKeys: 10_000 },
      isCacheable: (facts) => facts !== null,
    }),
    knownAccounts: createCache<KnownAccounts>({
      ...{ name: 'known_accounts', ttlMs: 30_000, maxKeys: 1_000 },
      isCacheable: ({ unknown }) => unknown === 0,
    }),
    lastHour: createCache<Rankings | undefined>({ name: 'last_hour', ttlMs: 60_000, maxKeys: 100 }),
    fheSample: createCache<readonly SampleRow[]>({ name: 'fhe_sample', ttlMs: 60_000, maxKeys: 100 }),
    fheOpenings: createCache<number>({ name: 'fhe_openings', ttlMs: 60_000, maxKeys: 100 }),
    calledContracts: createCache<readonly CalledContract[] | undefined>({
      name: 'called_contracts',
      ttlMs: 60_000,
      maxKeys: 100,
    }),
    averageBlockTimeMs: perChain('block_times', 10_000, findAverageBlockTimeMs),
    hasPrices: perChain('priced_chains', 10_000, hasAnyPrices),
    chainStats: perChain('chain_stats', CHAIN_STATS_MS, findChainStats),
    chainContents: perChain('chain_contents', 10_000, loadChainContents),
    gasSample: perChain('gas_samples', CHAIN_STATS_MS, readGasSample),
    totals: perChain('totals', CHAIN_STATS_MS, findTotals),
    pendingLately: perChain('recent_pending', CHAIN_STATS_MS, (db) =>
      countPendingSince(db, Date.now() - PENDING_MS),
    ),
    lastDay: perChain('last_day', 30_000, readLastDay),
  };
}

async function readLastDay(db: Database): Promise<BlockSums> {
  const latest = await findLatestBlock(db);
  return latest ? sumBlocksSince(db, latest.timestamp - SECONDS_OF_DAY) : NO_BLOCKS;
}
