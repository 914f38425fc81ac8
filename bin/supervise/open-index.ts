import { dirname, join } from 'node:path';
import {
  admitChains,
  type ChainDatabases,
  databaseOf,
  openChainDatabases,
  requireResolved,
} from '@/bin/common/admit-chains';
import { type Resolution, type ResolvedChain, resolveChains } from '@/bin/common/resolve-chains';
import { registerInternalKey } from '@/lib/api/gate/api-keys';
import type { Config } from '@/lib/config';
import { isDatabaseAway, isDatabaseRestarting } from '@/lib/db/database-away';
import { isDiskFull } from '@/lib/db/disk-room';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/lib/db/embedded';
import { hasEmbeddedPostgres } from '@/lib/db/find-embedded';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { type OpenChain, openDatabase, openPool, type Sql } from '@/lib/db/open-database';
import { registerChains } from '@/lib/db/register-chains';
import { untilDatabase } from '@/lib/db/until-database';
import { AppError } from '@/lib/errors';
import { hostOf, type Logger } from '@/lib/log';
import { keepRunning, pause } from '@/lib/retry';
import type { Cleanup } from './cleanup';
import { type DemoChain, dropStaleDemo, loadDemo, type StartDemoChain } from './demo';
import { keepApiKey } from './keep-api-key';
import { type Progress, runPhase } from './progress';
import { createSupervisorLog } from './role-output';

/** The migrated database and the chains to index into it. */
export type OpenIndex = Readonly<{
  openChain: OpenChain;
  databaseUrl: string;
  /** Data directory of the embedded database; undefined with DATABASE_URL. */
  dataFolder: string | undefined;
  chains: readonly ResolvedChain[];
  demo: DemoChain | undefined;
  apiKey: string;
  /** Rejects if the embedded database keeps exiting. */
  failed: Promise<never>;
}>;

export type Context = Readonly<{ config: Config; progress: Progress; cleanup: Cleanup; signal: AbortSignal }>;

const CONNECTIONS = 2;

/** Brings up everything the roles depend on: nodes or demo chain, database, schemas, API key. */
export async function openIndex(context: Context): Promise<OpenIndex> {
  const { config, progress, signal } = context;
  const resolutions = await resolveChains(config.chains);
  // without a database nothing is indexed: fail before creating one
  if (config.databaseUrl === undefined && !(await hasEmbeddedPostgres(config.dataDir)))
    requireResolved(resolutions);
  const startDemo = config.chains.length === 0 ? await loadDemo() : undefined;
  signal.throwIfAborted();
  const log = createSupervisorLog(config, progress.say, join(config.dataDir, 'logs', 'supervisor.log'));
  const database = await openDatabaseServer(context, log);
  const sql = openPool({ url: database.url, connections: CONNECTIONS, name: 'supervisor' });
  context.cleanup.add(() => sql.end({ timeout: 1 }));
  const retry = retryDuringRestart(config, signal);
  const migrate = () => retry(() => migrateGateway(sql));
  await runPhase(progress, 'Migrating the database', migrate).catch(explain(database.url));
  const demo = startDemo && (await openDemo(context, { sql, log, startDemo, retry }));
  const open = (url: string) => openPool({ url, connections: 1, name: 'supervisor' });
  const databases = await retry(() => openChainDatabases(sql, config.chains, open));
  context.cleanup.add(databases.end);
  const chains = await retry(() =>
    demo ? registerDemo(sql, demo.chain) : admit(context, databases, resolutions),
  );
  const apiKey = config.apiKey ?? (await keepApiKey(config.dataDir));
  await retry(() => registerInternalKey(sql, apiKey));
  return {
    openChain: (chainId) => openDatabase(databaseOf(databases, chainId), chainId),
    databaseUrl: database.url,
    dataFolder: database.folder,
    chains,
    demo,
    apiKey,
    failed: database.failed,
  };
}

type RetryDuringRestart = <T>(run: () => Promise<T>) => Promise<T>;

/** Retries while the database restarts; an unreachable one only if it is embedded: otherwise the URL may be wrong. */
function retryDuringRestart({ databaseUrl, chains }: Config, signal: AbortSignal): RetryDuringRestart {
  const isOurs = databaseUrl === undefined && chains.every(({ database }) => database === undefined);
  const isAway = isOurs ? isDatabaseAway : isDatabaseRestarting;
  return (run) => untilDatabase(run, { isAway, signal });
}

async function registerDemo(sql: Sql, chain: ResolvedChain): Promise<readonly ResolvedChain[]> {
  await registerChains(sql, [chain], { isOnlyChain: true });
  await migrateChain(sql, chain.chainId);
  return [chain];
}

/** Includes stored chains whose nodes are unusable for now: they are served. */
async function admit({ progress }: Context, databases: ChainDatabases, resolutions: readonly Resolution[]) {
  const { chains, waiting } = await admitChains(databases, resolutions);
  for (const { error } of waiting)
    progress.say(`Serving what is indexed; indexing goes on once this is right: ${error.message}`);
  return [...chains, ...waiting.flatMap(({ stored }) => stored ?? [])];
}

async function openDatabaseServer({ config, progress, cleanup }: Context, log: Logger) {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, folder: undefined, failed: new Promise<never>(() => undefined) };
  const server = await runPhase(progress, 'Starting the database', () =>
    keepDatabase({ dataDir: config.dataDir, log }),
  );
  cleanup.add(server.stop);
  return { url: server.url, folder: dirname(server.folder), failed: server.failed };
}

async function openDemo(
  { config, progress, cleanup, signal }: Context,
  {
    sql,
    log,
    startDemo,
    retry,
  }: { sql: Sql; log: Logger; startDemo: StartDemoChain; retry: RetryDuringRestart },
): Promise<DemoChain> {
  const demo = await runPhase(progress, 'Starting the demo chain', () =>
    startDemo({ dataDir: config.dataDir, log, signal }),
  );
  cleanup.add(demo.stop);
  const isDropped = await retry(() => dropStaleDemo(sql, demo));
  if (isDropped) progress.say('The demo chain lost its last blocks: indexing it again.');
  return demo;
}

/** First connection to an external database: an error means a wrong URL or missing privileges. */
function explain(url: string) {
  return (cause: unknown): never => {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      'config',
      `The database at ${hostOf(url)} cannot be used (${reason}): correct DATABASE_URL.`,
      {
        cause,
      },
    );
  };
}

/** The embedded database, restarted on the same port if it exits. */
type SupervisedDatabase = Readonly<{
  url: string;
  folder: string;
  /** Rejects with AppError `internal` if it keeps exiting. */
  failed: Promise<never>;
  stop(): Promise<void>;
}>;

const MAX_RESTARTS = 6;
const STABLE_MS = 120_000;

const POLL_MS = 5_000;

/** Waits while the disk is full: the operator may free space. */
async function untilRoom(
  { dataDir, log }: Readonly<{ dataDir: string; log: Logger }>,
  signal: AbortSignal,
): Promise<void> {
  if (!(await isDiskFull(dataDir))) return;
  log.error(`The disk of ${dataDir} is full: the database starts again when there is room`);
  while (!signal.aborted && (await isDiskFull(dataDir))) await pause(POLL_MS, signal);
}

/** Like `startEmbeddedPostgres`, with restarts; roles reconnect by themselves. */
async function keepDatabase(options: { dataDir: string; log: Logger }): Promise<SupervisedDatabase> {
  const { dataDir, log } = options;
  let server: EmbeddedPostgres | undefined = await startEmbeddedPostgres(options);
  const { url, folder, port } = server;
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    try {
      server ??= await startEmbeddedPostgres({ ...options, port });
      if (!signal.aborted) await server.ended;
      else await server.stop();
      if (signal.aborted) return 'ended' as const;
      // closes the leftover connection that held its lock
      await server.stop();
      server = undefined;
    } catch (error) {
      log.warn({ error }, 'database did not start');
      await untilRoom(options, signal);
    }
    return 'ended' as const;
  };
  const onRestart = (_: number, restarts: number) =>
    log.warn({ restarts }, 'database stopped unexpectedly; restarting it');
  const watching = keepRunning({ run, maxRestarts: MAX_RESTARTS, stableMs: STABLE_MS, signal, onRestart });
  const failed = new Promise<never>((_, reject) => {
    watching.then((isInOrder) => {
      const reason = `The database keeps stopping; see ${dataDir}/logs/postgresql.log.`;
      if (!isInOrder) reject(new AppError('internal', reason));
    }, reject);
  });
  failed.catch(() => undefined);
  return {
    url,
    folder,
    failed,
    stop: async () => {
      stopping.abort();
      await server?.stop();
      await watching.catch(() => undefined);
    },
  };
}
