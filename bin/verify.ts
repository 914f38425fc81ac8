import { findIndexerState } from '@/lib/api/indexing-status/query';
import type { Config } from '@/lib/config';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { type Database, openDatabase, openPool, type Sql } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { executorsOf } from '@/lib/fhe/deployments';
import { type VerifySource, verifyBlocks } from '@/lib/indexer/repair/verify-block';
import { readProvability, storeProvability } from '@/lib/indexer/sync/proven-ranges';
import { createStrictProver } from '@/lib/indexer/sync/prover';
import { openSenderPool } from '@/lib/indexer/sync/sender-pool';
import { parseMessage } from '@/lib/messages/message';
import type { SenderRecovery } from '@/lib/proof/senders';
import { createRpc } from '@/lib/rpc/client';
import { fetchHead } from '@/lib/rpc/methods';
import { probeTraces } from '@/lib/rpc/traces';
import { requireResolved } from './common/admit-chains';
import { openServer } from './common/open-server';
import { pickChain } from './common/pick-chain';
import { type ResolvedChain, resolveChains } from './common/resolve-chains';
import { runCommand } from './common/run-command';
import { stopOnSignals } from './common/stop-on-signals';
import { describeResult, describeTally, isWhole, type Tally } from './verify/describe';
import { readArguments, USAGE, type VerifyArguments } from './verify/read-arguments';

/** Blocks between two marks in the database. */
const PER_STEP = 32;
const PROGRESS_EVERY_MS = 2_000;
const CONNECTIONS = 5;

await runCommand({ usage: USAGE, read: readArguments, run: main });

async function main(args: VerifyArguments, config: Config): Promise<void> {
  const chain = pickChain(requireResolved(await resolveChains(config.chains)), args.chain);
  const own = config.chains.find(({ id }) => id === chain.chainId)?.database;
  const database = await openServer(config, 'verify');
  const sql = openPool({ url: own ?? database.url, connections: CONNECTIONS, name: 'verify' });
  const senders = openSenderPool();
  try {
    await loadFastKeccak();
    const db = await openIndex(sql, chain.chainId);
    const source = await openSource(db, { chain, recover: senders.recover });
    process.exitCode = (await verify(source, chain, args)) ? 0 : 1;
  } finally {
    await senders.close();
    await sql.end({ timeout: 1 });
    await database.stop();
  }
}

async function openIndex(sql: Sql, chainId: number): Promise<Database> {
  await migrateGateway(sql);
  await migrateChain(sql, chainId);
  return openDatabase(sql, chainId);
}

type SourceOptions = Readonly<{ chain: ResolvedChain; recover: SenderRecovery }>;

async function openSource(db: Database, { chain, recover }: SourceOptions): Promise<VerifySource> {
  const { signal } = stopOnSignals();
  const rpc = createRpc({ urls: chain.rpcUrls, signal });
  const tracing = { method: await probeTraces(rpc, await fetchHead(rpc)) };
  const prover = createStrictProver(recover);
  const executors = chain.deployments && executorsOf(chain.deployments);
  return { rpc, db, executors, tracing, prover, signal };
}

/** True when every block of the range is proven or was repaired. */
async function verify(
  source: VerifySource,
  chain: ResolvedChain,
  { from, to, isRepairing }: VerifyArguments,
): Promise<boolean> {
  const state = await findIndexerState(source.db);
  if (!state || state.tip_number === null)
    throw new AppError('config', `Chain ${chain.chainId} is not indexed.`);
  const { status, reason } = await readProvability(source.db);
  const isDoubted = status === 'unprovable';
  if (isDoubted)
    console.log(
      `Blocks of chain ${chain.chainId} could not be proven: ${parseMessage(reason)?.message}. Trying again.`,
    );
  const whole = { from: state.first_block, to: state.tip_number };
  const range = { from: from ?? whole.from, to: to ?? whole.to };
  const tally: Tally = new Map();
  let shownAt = Date.now();
  for (let next = range.from; next <= range.to && !source.signal.aborted; next += PER_STEP) {
    const count = Math.min(PER_STEP, range.to - next + 1);
    const heights = Array.from({ length: count }, (_, at) => next + at);
    for (const [height, result] of await verifyBlocks(source, heights, isRepairing)) {
      tally.set(result.kind, (tally.get(result.kind) ?? 0) + 1);
      const line = describeResult(height, result);
      if (line !== undefined) console.log(line);
    }
    if (Date.now() - shownAt < PROGRESS_EVERY_MS) continue;
    shownAt = Date.now();
    console.log(`… up to block ${next + count - 1} of ${range.to}: ${describeTally(tally)}`);
  }
  const isStopped = source.signal.aborted;
  console.log(
    `Blocks ${range.from} to ${range.to}: ${describeTally(tally)}${isStopped ? ', then stopped' : ''}.`,
  );
  const holds = isWhole(tally) && !isStopped;
  if (isDoubted && holds && range.from <= whole.from && range.to >= whole.to) {
    await storeProvability(source.db, { status: 'provable', reason: null, checks: [] });
    console.log('Every block is proven: the chain counts as one whose blocks can be.');
  }
  return holds;
}
