import { isDistributed } from '@/lib/db/citus';
import type { Database } from '@/lib/db/open-database';
import { findPartitionSize } from '@/lib/db/partitions';
import { AppError, hasErrorCode } from '@/lib/errors';
import { type ContractCooldown, createContractCooldown } from '@/lib/indexer/enrich/contract-cooldown';
import { watchEndpoints } from '@/lib/indexer/enrich/endpoint-health';
import { createContractRetries } from '@/lib/indexer/enrich/retry-contracts';
import { partitionChain } from '@/lib/indexer/repair/partition-chain';
import { awaitChain } from '@/lib/indexer/sync/await-chain';
import { clearGenesis } from '@/lib/indexer/sync/chain-identity';
import { confirmAnswers } from '@/lib/indexer/sync/confirmed-rpc';
import { type Convergence, converge, startProgress } from '@/lib/indexer/sync/converge';
import { DISPUTE_POLICY } from '@/lib/indexer/sync/dispute';
import { type IndexingSpeed, storeSpeed } from '@/lib/indexer/sync/indexing-speed';
import { isFatal, openIndexContext } from '@/lib/indexer/sync/open-context';
import type { Tip } from '@/lib/indexer/sync/state';
import type { Logger } from '@/lib/log';
import { createBackoff, pause } from '@/lib/retry';
import type { Rpc } from '@/lib/rpc/client';
import { fetchInstance } from '@/lib/rpc/dev-node';
import { createBackgroundTasks, type TaskContext, type TaskOptions } from './background-tasks';
import { createReport } from './report-progress';

/**
 * `rpc` should abort its requests with the same `signal`. `disputePolicy` applies to a node that contradicts finalized
 * blocks.
 */
export type IndexerOptions = TaskOptions &
  Readonly<{
    /** Poll interval at the head. */
    pollMs?: number;
    /** Times in ms between attempts after a failure, which double. */
    pauses?: Readonly<{ firstMs: number; maxMs: number }>;
    /** Of a development node: aborted once the node has another chain, to be opened anew. `signal` follows it. */
    restart?: AbortController;
  }>;

const POLL_MS = 1_000;
const BACKOFF = { firstMs: 250, maxMs: 15_000 };
const NEAR_BLOCKS = 32;
/** Of so many failures in a row one is logged while a development node is away: it is asked often. */
const DEV_SAY_EVERY = 50;
/** Polls of a node that contradicts finalized blocks, as a share of the interval of the dispute policy. */
const DISPUTE_SHARE = 1 / 6;

/** Until an open index is reset by `backOff`, `opened` is what the loop and its tasks work on. */
type LoopState = Readonly<{
  rpc: Rpc;
  cooldown: ContractCooldown;
  retryContracts: () => Promise<void>;
  backoff: ReturnType<typeof createBackoff>;
}> & {
  opened: TaskContext | undefined;
  isAtHead: boolean;
};

/**
 * Follows one chain until aborted. The schema must be migrated. Failures of node and database are logged and retried
 * with backoff, and a node of another chain is waited out, or ends the run with `restart`; throws only AppError `chain_mismatch`, `config` or `not_leader`
 * that retrying cannot fix.
 */
export async function runIndexer(options: IndexerOptions): Promise<void> {
  const { log, signal, disputePolicy = DISPUTE_POLICY } = options;
  const progress = startProgress();
  const loop: LoopState = {
    rpc: confirmAnswers(options.rpc, options.db),
    cooldown: createContractCooldown({ rpc: options.rpc, log }),
    retryContracts: createContractRetries(options.db),
    backoff: createBackoff(options.pauses ?? BACKOFF),
    opened: undefined,
    isAtHead: false,
  };
  const tasks = createBackgroundTasks();
  const store = (speed: IndexingSpeed) =>
    void storeSpeed(options.db, speed).catch((error) => {
      if (!signal.aborted) log.warn({ error }, 'could not store how fast the index grows');
    });
  const report = createReport(log, { endBlock: options.chain.endBlock, spent: progress.spent, store });
  const health = watchEndpoints(options, options);
  while (!signal.aborted) {
    try {
      if (!loop.opened) {
        loop.opened = await open(options, loop);
        tasks.start('open', loop.opened);
      }
      if (await hasOtherInstance(options)) options.restart?.abort();
      if (signal.aborted) break;
      const outcome = await converge(loop.opened.context, progress);
      loop.backoff.reset();
      options.metrics?.note(outcome, progress.spent);
      report(outcome);
      loop.isAtHead = outcome.kind === 'idle' || outcome.kind === 'ahead';
      if (outcome.kind !== 'disputed') tasks.start('stepped', loop.opened);
      if (isNearHead(outcome)) tasks.start('near_head', loop.opened);
      if (loop.isAtHead) await pause(options.pollMs ?? POLL_MS, signal);
      if (outcome.kind === 'disputed') await pause(DISPUTE_SHARE * disputePolicy.everyMs, signal);
    } catch (error) {
      if (signal.aborted) break;
      loop.isAtHead = false;
      const isOutdated = options.restart !== undefined && hasErrorCode(error, 'chain_mismatch');
      if (isFatal(error) && !isOutdated) throw error;
      await backOff(options, loop, error);
    }
  }
  await Promise.all([tasks.settle(), health]);
}

async function open(options: IndexerOptions, loop: LoopState): Promise<TaskContext> {
  const { context, tip } = await openIndexContext(options);
  await partitionFirst(options, tip);
  const firstHeight = tip ? tip.number + 1 : context.firstBlock;
  const { rpc, cooldown, retryContracts } = loop;
  return { options, rpc, cooldown, retryContracts, context, firstHeight, isAtHead: () => loop.isAtHead };
}

/**
 * Whether a development node was started anew, or reset, since the run began. While it is reset, it may tell its new instance
 * together with the fork it had.
 */
async function hasOtherInstance({ restart, chain, rpc }: IndexerOptions): Promise<boolean> {
  const known = chain.dev;
  if (restart === undefined || !known?.instance) return false;
  const { instance, forkBlock } = await fetchInstance(rpc);
  return instance !== null && (instance !== known.instance || forkBlock !== known.forkBlock);
}

function isNearHead(outcome: Convergence): boolean {
  return outcome.kind === 'advanced' ? outcome.head - outcome.tip < NEAR_BLOCKS : outcome.kind === 'idle';
}

async function backOff(options: IndexerOptions, loop: LoopState, cause: unknown): Promise<void> {
  const { log, signal } = options;
  let error = cause;
  if (hasErrorCode(error, 'chain_mismatch')) {
    if (options.restart) return options.restart.abort();
    try {
      // An index without blocks is reopened: its genesis hash is from one response, which may have been wrong.
      if (await clearGenesis(options.db)) loop.opened = undefined;
      return await awaitChain({ ...options, pollMs: options.pollMs });
    } catch (failure) {
      error = failure;
    }
  }
  const waitMs = loop.backoff.next();
  const isExpected = error instanceof AppError && error.retryable;
  const isRepeated = options.restart !== undefined && loop.backoff.failures % DEV_SAY_EVERY !== 1;
  if (!isRepeated) log[isExpected ? 'warn' : 'error']({ error, waitMs }, 'indexing interrupted; retrying');
  await pause(waitMs, signal);
}

type PartitionFirstOptions = Readonly<{
  db: Database;
  /** `partitionBlocks`: heights per partition; plain tables when undefined. */
  chain: Readonly<{ partitionBlocks?: number | undefined }>;
  log: Logger;
  signal: AbortSignal;
}>;

/**
 * Partitions the tables of a chain before its first block. A chain with blocks is converted by a command, which takes
 * time, and one on a Citus worker is not partitioned. Throws when aborted.
 */
async function partitionFirst({ db, chain, log, signal }: PartitionFirstOptions, tip: Tip): Promise<void> {
  const { partitionBlocks: size } = chain;
  if (size === undefined) return;
  if (await isDistributed(db.sql, db.name))
    return log.warn('PARTITION_BLOCKS is ignored: the chain is on a Citus worker and keeps plain tables');
  if (tip === undefined) {
    const note = (step: string) => log.info({ step }, 'partitioning the chain before its first block');
    return partitionChain(db, { size, note, signal });
  }
  if ((await findPartitionSize(db.sql, db.name)) === undefined)
    log.warn(
      "PARTITION_BLOCKS is set, but the chain has plain tables: 'npm run partition' carries them over",
    );
}
