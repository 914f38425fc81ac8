import { fileURLToPath } from 'node:url';
import { loadNamedContracts, type NamedContract } from '@/lib/api/interfaces/load-interfaces';
import { loadConfig } from '@/lib/config';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { openDatabase, openPool, type Sql } from '@/lib/db/open-database';
import { registerChains } from '@/lib/db/register-chains';
import { AppError } from '@/lib/errors';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { withLeadership } from '@/lib/indexer/leader-lock';
import { type ProofOptions, runIndexer } from '@/lib/indexer/run-indexer';
import { openSenderPool } from '@/lib/indexer/sender-pool';
import { createLog, type Logger } from '@/lib/log';
import { replaceNamedContracts } from '@/lib/queries/contract';
import { createRpc } from '@/lib/rpc/client';
import { loadEnvironment } from './common/load-environment';
import { type ResolvedChain, resolveChains } from './common/resolve-chains';
import { runProgram } from './common/run-program';

/** The mempool has its own client, so that its errors and large responses do not affect block indexing. */
const MEMPOOL_LIMITS = { timeoutMs: 5_000, retries: 0, maxAnswerBytes: 8 * 1024 * 1024 };

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
  const chains = await resolveChains(config);
  const sql = openPool({ url: databaseUrl, connections: config.databasePool, name: 'indexer' });
  const senders = openSenderPool(fileURLToPath(new URL('./recover-worker.mjs', import.meta.url)));
  const proof = { mode: config.prove, recover: senders.recover };
  await loadFastKeccak();
  try {
    await prepare(sql, chains, { isOnlyChain: config.chains.every(({ id }) => id === undefined) });
    await nameContracts(
      sql,
      chains,
      config.abiDir === undefined ? [] : await loadNamedContracts(config.abiDir, log),
    );
    const follow = (chain: ResolvedChain) => followChain(chain, { sql, databaseUrl, log, stopping, proof });
    await Promise.all(chains.map(follow));
  } finally {
    // one failed chain stops the others
    stopping.abort();
    await senders.close();
    await sql.end({ timeout: 1 });
  }
}

function stopOnSignals(): AbortController {
  const stopping = new AbortController();
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, () => stopping.abort());
  // the IPC channel alone must not keep the process alive
  process.channel?.unref();
  // the parent may have exited before the listener was attached
  if (process.send && !process.connected) stopping.abort();
  return stopping;
}

async function prepare(
  sql: Sql,
  chains: readonly ResolvedChain[],
  options: { isOnlyChain: boolean },
): Promise<void> {
  await migrateGateway(sql);
  const registrations = await Promise.all(chains.map((chain) => markDemo(sql, chain)));
  await registerChains(sql, registrations, options);
  for (const { chainId } of chains) await migrateChain(sql, chainId);
}

async function nameContracts(
  sql: Sql,
  chains: readonly ResolvedChain[],
  contracts: readonly NamedContract[],
): Promise<void> {
  for (const { chainId } of chains) {
    const named = contracts.filter((contract) => contract.chainId === chainId);
    await replaceNamedContracts(openDatabase(sql, chainId), named);
  }
}

/** Sets `isDemo` if the supervisor registered the chain as the demo, which the node cannot tell. */
async function markDemo(sql: Sql, chain: ResolvedChain): Promise<ResolvedChain> {
  const [demo] = await sql`
    select 1 from gateway.chains
    where chain_id = ${chain.chainId} and is_demo and first_block_hash = ${chain.firstBlockHash}`;
  return demo ? { ...chain, isDemo: true } : chain;
}

type IndexerContext = {
  sql: Sql;
  databaseUrl: string;
  log: Logger;
  stopping: AbortController;
  proof: ProofOptions;
};

async function followChain(
  chain: ResolvedChain,
  { sql, databaseUrl, log, stopping, proof }: IndexerContext,
): Promise<void> {
  const { chainId, rpcUrls, firstBlock, endBlock, fheExecutor } = chain;
  const chainLog = log.child({ chain: chainId });
  const followed = { firstBlock, endBlock, executor: fheExecutor ?? undefined };
  const options = { url: databaseUrl, chainId, log: chainLog, signal: stopping.signal };
  await withLeadership(options, (signal) =>
    runIndexer({
      rpc: createRpc({ urls: rpcUrls, signal, log: chainLog }),
      mempoolRpc: createRpc({ urls: rpcUrls, signal, ...MEMPOOL_LIMITS }),
      db: openDatabase(sql, chainId),
      chain: followed,
      proof,
      log: chainLog,
      signal,
    }),
  );
}
