import { DEVELOPMENT_NODE, replaceLabels } from '@/lib/api/address/label-query';
import { removeArtifactMatches, replaceNamedContracts } from '@/lib/api/contract/query';
import { loadNamedContracts, type NamedContract } from '@/lib/api/interfaces/load-interfaces';
import { type WatchedArtifacts, watchArtifacts } from '@/lib/artifacts/watch-artifacts';
import { type ChainConfig, type Config, loadConfig } from '@/lib/config';
import { type Database, openDatabase, openPool } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import type { FheDeployment } from '@/lib/fhe/deployments';
import { type PricesFile, watchPricesFile } from '@/lib/indexer/enrich/watch-prices-file';
import { replaceListedTokens } from '@/lib/indexer/enrich/write-listed-tokens';
import { replaceDayPrices, replacePriceFeeds } from '@/lib/indexer/enrich/write-prices';
import { createIndexerMetrics } from '@/lib/indexer/metrics';
import { runIndexer } from '@/lib/indexer/run-indexer';
import { withLeadership } from '@/lib/indexer/sync/leader-lock';
import type { ProofOptions } from '@/lib/indexer/sync/open-context';
import { openRangeThreads, type RangeThreads } from '@/lib/indexer/sync/range-threads';
import { openSenderPool } from '@/lib/indexer/sync/sender-pool';
import { type OperatorLabel, readLabelsFile } from '@/lib/labels/read-labels-file';
import type { LogoSources } from '@/lib/labels/read-logo';
import { readPricesFile } from '@/lib/labels/read-prices-file';
import { readTokenList, type TokenList } from '@/lib/labels/read-token-list';
import { listHostLabels, listWellKnownLabels } from '@/lib/labels/well-known';
import { createLog, type Logger } from '@/lib/log';
import { openSenderLibrary } from '@/lib/proof/recover-senders';
import { createRpc } from '@/lib/rpc/client';
import { fetchDevAccounts } from '@/lib/rpc/dev-node';
import {
  admitChains,
  type ChainDatabases,
  databaseOf,
  openChainDatabases,
  untilAdmitted,
  type WaitingChain,
} from './common/admit-chains';
import { loadEnvironment } from './common/load-environment';
import { measureSessions } from './common/measure-sessions';
import { type ResolvedChain, resolveChains } from './common/resolve-chains';
import { runProgram } from './common/run-program';
import { serveMetrics } from './common/serve-metrics';
import { startTracing } from './common/start-tracing';
import { stopOnSignals } from './common/stop-on-signals';

/** The mempool has its own client, so that its errors and large responses do not affect block indexing. */
const MEMPOOL_LIMITS = { timeoutMs: 5_000, retries: 0, maxAnswerBytes: 8 * 1024 * 1024 };
/** A development node is restarted all the time, and its chain is followed within a second. */
const DEV_POLL_MS = 250;
const DEV_TIMES = { pollMs: DEV_POLL_MS, pauses: { firstMs: 100, maxMs: DEV_POLL_MS } };
const DEV_RPC = { noAnswerRetries: 0 };
/** A transaction idle for longer belongs to a frozen process. */
const IDLE_MS = { transaction: 15_000 };

await runProgram(main);

/** Migrates the database, then follows every chain until a signal. */
async function main(): Promise<void> {
  loadEnvironment();
  const config = loadConfig();
  const { databaseUrl } = config;
  if (databaseUrl === undefined || config.chains.length === 0) {
    throw new AppError('config', 'The indexer needs DATABASE_URL, and RPC_URL or CHAINS_FILE: set them.');
  }
  const log = createLog({ name: 'indexer', level: config.logLevel, secrets: config.secrets });
  const stopping = stopOnSignals();
  const registry = await serveMetrics(config.metrics.indexer, log);
  const metricsOf = createIndexerMetrics(registry);
  const stopTracing = await startTracing(config, 'indexer');
  const open = (url: string) =>
    openPool({ url, connections: config.databasePool, name: 'indexer', idleMs: IDLE_MS });
  const sql = open(databaseUrl);
  measureSessions(registry, sql);
  const [senders, threads] = [openSenderPool(), openRangeThreads({ log })];
  const proof = { mode: config.prove, recover: senders.recover };
  await loadFastKeccak();
  let databases: Awaited<ReturnType<typeof openChainDatabases>> | undefined;
  try {
    const names = await readNames(config, log, stopping.signal);
    databases = await openChainDatabases(sql, config.chains, open);
    const { chains, waiting } = await admitChains(databases, await resolveChains(config.chains));
    const urls = new Map(config.chains.map(({ id, database = databaseUrl }) => [id, database]));
    const urlOf = (chainId: number) => urls.get(chainId) ?? databaseUrl;
    const context = { databases, urlOf, log, stopping, names, proof, threads, metricsOf, all: config.chains };
    await Promise.all([
      ...chains.map((chain) => followChain(chain, context)),
      ...waiting.map((chain) => followLater(chain, context)),
    ]);
  } finally {
    // one failed chain stops the others
    stopping.abort();
    await Promise.all([senders.close(), threads.close()]);
    await databases?.end();
    await sql.end({ timeout: 1 });
    await stopTracing();
  }
}

/** Names, labels, prices and tokens configured by the operator. */
type OperatorNames = {
  contracts: readonly NamedContract[];
  artifacts: WatchedArtifacts | undefined;
  project: string | undefined;
  labels: readonly OperatorLabel[];
  pricesFile: PricesFile | undefined;
  tokenList: (TokenList & Pick<LogoSources, 'hosts' | 'ipfsUrl'>) | undefined;
};

/** Reads what the operator configured; throws AppError `config` for what is not valid. */
async function readNames(config: Config, log: Logger, signal: AbortSignal): Promise<OperatorNames> {
  const contracts = config.abiDir === undefined ? [] : await loadNamedContracts(config.abiDir, log);
  const artifacts =
    config.abiDir === undefined ? undefined : await watchArtifacts(config.abiDir, { log, signal: signal });
  const labels = config.labelsFile === undefined ? [] : await readLabelsFile(config.labelsFile);
  const pricesFile = config.pricesFile
    ? { path: config.pricesFile, chains: config.chains.length }
    : undefined;
  if (pricesFile) await readPricesFile(pricesFile.path, pricesFile.chains);
  const tokenList = config.tokenList && {
    ...config.tokenList,
    ...(await readTokenList(config.tokenList.file)),
  };
  return { contracts, artifacts, project: config.abiDir, labels, pricesFile, tokenList };
}

type IndexerContext = {
  databases: ChainDatabases;
  urlOf: (chainId: number) => string;
  log: Logger;
  stopping: AbortController;
  names: OperatorNames;
  proof: ProofOptions;
  threads: RangeThreads;
  metricsOf: ReturnType<typeof createIndexerMetrics>;
  /** As configured. */
  all: readonly ChainConfig[];
};

/** A chain whose node cannot be used stops no other. */
async function followLater(waiting: WaitingChain, context: IndexerContext): Promise<void> {
  const chain = await admitLater(waiting, context);
  if (chain) await followChain(chain, context);
}

function admitLater(
  waiting: Readonly<{ configured: ChainConfig; error?: AppError }>,
  { databases, log, stopping, all }: IndexerContext,
): Promise<ResolvedChain | undefined> {
  const pace = waiting.configured.dev === 'off' ? {} : { pollMs: DEV_POLL_MS };
  return untilAdmitted(databases, waiting, { all, log, signal: stopping.signal, ...pace });
}

async function replaceNames(
  db: Database,
  { contracts, artifacts, labels, tokenList }: OperatorNames,
  deployments: readonly FheDeployment[],
): Promise<void> {
  const { chainId } = db;
  await replaceNamedContracts(
    db,
    contracts.filter((contract) => contract.chainId === chainId),
  );
  if (artifacts === undefined) await removeArtifactMatches(db);
  const operatorLabels = labels.filter((label) => label.chainId === undefined || label.chainId === chainId);
  await replaceLabels(db, [
    ...listWellKnownLabels(chainId),
    ...listHostLabels(deployments),
    ...operatorLabels,
  ]);
  const tokens = tokenList?.tokens.filter((token) => token.chainId === chainId) ?? [];
  await replaceListedTokens(db, { name: tokenList?.name ?? '', tokens });
}

/** Follows a chain; that of a development node is admitted again whenever it began again. */
async function followChain(chain: ResolvedChain, context: IndexerContext): Promise<void> {
  const { all, log, stopping } = context;
  const configured = all.find(({ id }) => id === chain.chainId || id === undefined);
  let next: ResolvedChain | undefined = chain;
  while (next) {
    const restart = next.dev && !next.isDemo ? new AbortController() : undefined;
    await followOnce(next, context, restart);
    if (!restart?.signal.aborted || stopping.signal.aborted || !configured) return;
    log.info({ chain: next.chainId }, 'the development node has another chain; opening it');
    next = await admitLater({ configured }, context);
  }
}

/** The first account of a development node is the one that deploys, unless told otherwise. */
async function labelDevAccounts({ chainId, rpcUrls }: ResolvedChain, log: Logger): Promise<OperatorLabel[]> {
  const found = await fetchDevAccounts(createRpc({ urls: rpcUrls, ...DEV_RPC })).catch((error: unknown) => {
    log.debug({ error }, 'the development node did not tell its accounts');
    return [];
  });
  return found.map((address, index) => ({
    ...{ chainId, address, tags: [], url: null, source: DEVELOPMENT_NODE },
    name: index === 0 ? 'deployer' : `account ${index}`,
  }));
}

async function followOnce(
  chain: ResolvedChain,
  { databases, urlOf, log, stopping, names, proof, threads, metricsOf }: IndexerContext,
  restart: AbortController | undefined,
): Promise<void> {
  const db = openDatabase(databaseOf(databases, chain.chainId), chain.chainId);
  log.info({ library: (await openSenderLibrary()).name }, 'recovering senders');
  const accounts = restart ? await labelDevAccounts(chain, log) : [];
  await replaceNames(db, { ...names, labels: [...accounts, ...names.labels] }, chain.deployments ?? []);
  await replacePriceFeeds(db, chain.prices ?? []);
  if (!names.pricesFile) await replaceDayPrices(db, []);
  const { chainId, rpcUrls, ...rest } = chain;
  const chainLog = log.child({ chain: chainId });
  // The demo chain is looked after by those who run its node.
  const followed = { ...rest, dev: restart && rest.dev };
  const options = { url: urlOf(chain.chainId), db, log: chainLog, signal: stopping.signal };
  const metrics = metricsOf(db);
  await withLeadership(options, async ({ signal: leading, term }) => {
    const signal = restart ? AbortSignal.any([leading, restart.signal]) : leading;
    const rpc = createRpc({ urls: rpcUrls, signal, log: chainLog, ...(restart && DEV_RPC) });
    metrics.lead(rpc);
    const ended = new AbortController();
    const watching = { db, log: chainLog, signal: AbortSignal.any([signal, ended.signal]) };
    const watched = names.pricesFile && watchPricesFile(names.pricesFile, watching);
    await runIndexer({
      rpc,
      mempoolRpc: createRpc({ urls: rpcUrls, signal, ...MEMPOOL_LIMITS }),
      db: { ...db, term },
      chain: followed,
      proof,
      threads,
      log: chainLog,
      signal,
      metrics,
      artifacts: names.artifacts,
      logos: names.tokenList,
      ...(restart && { restart, project: names.project, ...DEV_TIMES }),
    }).finally(async () => {
      metrics.lead(undefined);
      ended.abort();
      await watched;
    });
  });
}
