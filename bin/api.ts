import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import { createCodeAnalyzer } from '@/lib/api/contract/code-analyzer';
import { createCreditMeter } from '@/lib/api/gate/credits';
import { pruneUsageDaily } from '@/lib/api/gate/prune-usage';
import { type AppOptions, createApp } from '@/lib/api/http/app';
import { createObserve } from '@/lib/api/http/observe';
import { createReadiness } from '@/lib/api/http/readiness';
import { startApiServer } from '@/lib/api/http/server';
import { createSocketServer } from '@/lib/api/http/socket';
import { createInterfaceLookups, type LookUp } from '@/lib/api/interfaces/interface-lookups';
import { createSourcify } from '@/lib/api/interfaces/sourcify';
import { createSignatureNames, type SignatureNames } from '@/lib/api/names/signature-names';
import { createSignatureService } from '@/lib/api/names/signature-service';
import { createAccountStates } from '@/lib/api/nodes/account-states';
import { createBlockProofs } from '@/lib/api/nodes/block-proofs';
import { createCoinBalances } from '@/lib/api/nodes/coin-balances';
import { type ContractCodes, createContractCodes } from '@/lib/api/nodes/contract-codes';
import { createEnsNames } from '@/lib/api/nodes/ens-names';
import { createJsonRpc } from '@/lib/api/nodes/json-rpc';
import { createNodeTransactions } from '@/lib/api/nodes/node-transactions';
import { createSimulations } from '@/lib/api/nodes/simulations';
import { createTokenBalances } from '@/lib/api/nodes/token-balances';
import { createFailureTraces, createGasTraces, createStepTraces } from '@/lib/api/nodes/tracers';
import { createTransactionTraces } from '@/lib/api/nodes/transaction-traces';
import { createServices } from '@/lib/api/services';
import { watchArtifacts } from '@/lib/artifacts/watch-artifacts';
import { type Config, loadConfig } from '@/lib/config';
import { describeRisks } from '@/lib/config/describe-risks';
import { type DatabaseUrls, openDedicatedDatabases } from '@/lib/db/dedicated-databases';
import { followResets } from '@/lib/db/generation';
import { type OpenChain, openDatabase, openPool, type Sql } from '@/lib/db/open-database';
import { readOnly, watchReplica } from '@/lib/db/replica';
import { acceptsTimeout } from '@/lib/db/statement-timeout';
import { AppError } from '@/lib/errors';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { BUILT_IN, indexSignatures, type SignatureMaps } from '@/lib/evm/signatures';
import { createLog, hostOf, type Logger } from '@/lib/log';
import { openVerifications, type Verifications } from '@/lib/verification/verifications';
import { keepHeapSmall } from './common/keep-heap-small';
import { loadEnvironment } from './common/load-environment';
import { measureReplicas } from './common/measure-replicas';
import { measureSessions } from './common/measure-sessions';
import { runProgram } from './common/run-program';
import { serveMetrics } from './common/serve-metrics';
import { startTracing } from './common/start-tracing';

const REDIS_TIMEOUT_MS = 250;

keepHeapSmall();
await runProgram(serveApi);

/** Serves the API until a signal, then finishes in-flight requests. */
async function serveApi(): Promise<void> {
  loadEnvironment();
  const config = loadConfig();
  const log = createLog({ name: 'api', level: config.logLevel, secrets: config.secrets });
  const stopTracing = await startTracing(config, 'api');
  await loadFastKeccak();
  const registry = await serveMetrics(config.metrics.api, log);
  const stopping = new AbortController();
  const signatures = await openSignatures(config, log, stopping.signal);
  const parts = await openParts(config, { log, registry, signal: stopping.signal });
  const nodes = openNodes(config, log, parts.openChain);
  const verification = openVerification(config, { ...parts, contractCode: nodes.contractCode, log });
  measureSessions(registry, parts.sql);
  const readiness = createReadiness({ ...parts, apiKey: config.apiKey, log, signal: stopping.signal });
  const pruning = pruneUsageDaily({ sql: parts.sql, log, signal: stopping.signal });
  try {
    const options: AppOptions = {
      ...parts,
      log,
      services: createServices(
        signatures,
        { ...nodes, verification, lookUp: openLookup(config, parts.openChain, log) },
        openNames(config, parts.sql, log),
      ),
      publicUrl: config.publicUrl,
      dialect: config.apiDialect,
      trustedProxies: config.trustedProxies,
      isReady: readiness.isReady,
      observe: createObserve(registry, log),
    };
    const sockets = createSocketServer(options);
    const server = await startApiServer(createApp(options), {
      host: config.host,
      port: config.apiPort,
      sockets,
    });
    log.info({ host: config.host, port: server.port }, 'api listens');
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    stopping.abort();
    await server.stop();
  } finally {
    // also after a failed start: open handles would keep the process alive
    stopping.abort();
    await Promise.all([readiness.prepared, pruning]);
    await verification?.stop();
    await parts.credits.stop();
    await parts.close();
    await stopTracing();
  }
}

/** Signatures for contracts without an ABI; updated with the files of `ABI_DIR`. */
async function openSignatures(
  { abiDir }: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<readonly SignatureMaps[]> {
  const signatures = [BUILT_IN];
  if (abiDir === undefined) return signatures;
  const { items } = await watchArtifacts(abiDir, {
    log,
    signal,
    onChange: (changed) => signatures.splice(0, 1, indexSignatures(changed)),
  });
  signatures.unshift(indexSignatures(items));
  return signatures;
}

function openNodes({ chains }: Config, log: Logger, openChain: OpenChain) {
  const nodes = { chains, log };
  return {
    accountState: createAccountStates(nodes),
    coinBalance: createCoinBalances(nodes),
    tokenBalances: createTokenBalances(nodes),
    contractCode: createContractCodes(nodes),
    codeFacts: createCodeAnalyzer(),
    ensNames: createEnsNames({ ...nodes, openChain }),
    blockProof: createBlockProofs(nodes),
    traces: createTransactionTraces(nodes),
    failureTraces: createFailureTraces(nodes),
    stepTraces: createStepTraces(nodes),
    gasTraces: createGasTraces(nodes),
    simulations: createSimulations(nodes),
    nodeTransaction: createNodeTransactions(nodes),
    jsonRpc: createJsonRpc(nodes),
  };
}

function openLookup({ sourcifyUrl }: Config, openChain: OpenChain, log: Logger): LookUp {
  if (sourcifyUrl === undefined) return async () => undefined;
  return createInterfaceLookups({ openChain, find: createSourcify(sourcifyUrl), log });
}

function openNames({ signaturesUrl }: Config, sql: Sql, log: Logger): SignatureNames {
  const fetch = signaturesUrl === undefined ? undefined : createSignatureService(signaturesUrl);
  return createSignatureNames({ sql, log, fetch });
}

function openVerification(
  { verification }: Config,
  parts: { openChain: OpenChain; queueSql: Sql; contractCode: ContractCodes; log: Logger },
): (Verifications & { stop(): Promise<void> }) | undefined {
  if (verification === undefined) return undefined;
  const { openChain, queueSql, contractCode, log } = parts;
  return openVerifications({
    ...verification,
    queueSql,
    log,
    openChain,
    fetchCode: contractCode,
  });
}

type ProgramContext = Readonly<{ log: Logger; registry: Registry; signal: AbortSignal }>;

async function openParts(config: Config, { log, registry, signal }: ProgramContext) {
  for (const risk of describeRisks(config)) log.warn(risk);
  const { databaseUrl: url, databaseReplicaUrl: replicaUrl, redisUrl } = config;
  if (url === undefined) {
    throw new AppError(
      'config',
      'DATABASE_URL is not set: set it to the PostgreSQL that the indexer writes, or run npm start, which brings its own.',
    );
  }
  const main = await openReads(config, { url, replicaUrl }, { log, signal });
  const dedicated = await openDedicatedDatabases(config.chains, (urls) =>
    openReads(config, urls, { log, signal }),
  );
  const opened = [main, ...dedicated.all];
  const replicas = opened.flatMap(({ replica }) => replica ?? []);
  if (replicas.length > 0) measureReplicas(registry, replicas);
  // dedicated connection, so that charging credits never waits for the pool
  const creditSql = main.open({ connections: 1, name: 'api-credits' });
  // connects where contracts are verified
  const queueSql = main.open({ connections: 1, name: 'api-queue' });
  const openChain: OpenChain = (chainId) => openDatabase((dedicated.of.get(chainId) ?? main).sql, chainId);
  if (config.chains.some(({ dev }) => dev !== 'off'))
    for (const { sql } of opened) void followResets(sql, log);
  const redis = redisUrl === undefined ? undefined : openRedis(redisUrl, log);
  const close = async () => {
    await Promise.all(opened.map(({ replica }) => replica?.stopped));
    const pools = [creditSql, queueSql, ...opened.flatMap((one) => one.pools)];
    await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })));
    redis?.disconnect();
  };
  const credits = createCreditMeter({ sql: creditSql, log });
  return { sql: main.sql, reads: main.reads, dedicated, openChain, queueSql, redis, credits, close };
}

/** Opens a database and its replica, which is watched over connections of its own to both. */
async function openReads(
  config: Config,
  { url, replicaUrl }: DatabaseUrls,
  { log, signal }: Omit<ProgramContext, 'registry'>,
) {
  const connections = Math.max(1, config.databasePool - 1);
  const open = await createOpener(config, url, log);
  const sql = open({ connections, name: 'api' });
  if (replicaUrl === undefined) return { open, sql, reads: readOnly(sql), replica: undefined, pools: [sql] };
  const openOther = await createOpener(config, replicaUrl, log);
  const watched = {
    primary: open({ connections: 1, name: 'api-watch' }),
    replica: openOther({ connections: 1, name: 'api-watch' }),
  };
  const maxLagMs = config.databaseReplicaLagMs;
  const host = hostOf(replicaUrl);
  const reads = watchReplica({
    ...{ primary: sql, watched, maxLagMs, signal },
    openReplica: () => openOther({ connections, name: 'api' }),
    log: log.child({ replica: host }),
  });
  return {
    open,
    sql,
    reads,
    replica: { ...reads, host },
    pools: [sql, watched.primary, watched.replica],
  };
}

/** Pools with a statement timeout; where the pooler rejects that setting, the database's own applies. */
async function createOpener(config: Config, url: string, log: Logger) {
  const { databasePooler: pooler, databaseTimeoutMs } = config;
  const isAccepted = await acceptsTimeout({ url, name: 'api', timeoutMs: databaseTimeoutMs, pooler });
  if (!isAccepted)
    log.warn(
      'the pooler refuses statement_timeout, so statements of the api have no time limit: make it ignore that parameter, and set statement_timeout for the role in the database',
    );
  const timeoutMs = isAccepted ? databaseTimeoutMs : 0;
  return (options: { connections: number; name: string }) => openPool({ ...options, url, timeoutMs, pooler });
}

/** Fails fast if Redis is down or hangs, so that rate limiting never blocks a request. */
function openRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_TIMEOUT_MS,
  });
  redis.on('error', (error) => log.warn({ error }, 'Redis does not respond'));
  return redis;
}
