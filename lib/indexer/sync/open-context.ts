import { findDevelopment, markDevelopment } from '@/lib/db/development';
import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { executorsOf, type FheDeployment } from '@/lib/fhe/deployments';
import { replaceDeployments } from '@/lib/indexer/enrich/write-deployments';
import type { ChainMetrics } from '@/lib/indexer/metrics';
import type { Logger } from '@/lib/log';
import type { Rpc } from '@/lib/rpc/client';
import type { DevNode } from '@/lib/rpc/dev-node';
import { fetchHead } from '@/lib/rpc/methods';
import type { PriceFeed } from '@/lib/rpc/price-feed';
import { probeTraces } from '@/lib/rpc/traces';
import { openIndex } from './chain-identity';
import type { IndexContext } from './converge';
import type { DisputePolicy } from './dispute';
import { openProver, type ProverOptions } from './prover';
import type { RangeThreads } from './range-threads';
import type { Tip } from './state';

/** Inclusive heights; no `endBlock` means the head. */
type FollowedChain = Readonly<{
  firstBlock: number;
  endBlock: number | undefined;
  /** Its fhEVMs; undefined: not known, and any contract's logs of FHE operations count. */
  deployments?: readonly FheDeployment[] | undefined;
  /** The registry of ENS, where primary names are looked up; undefined for none. */
  ensRegistry?: Buffer | undefined;
  /** Heights of a partition of the large tables; undefined: a new chain has plain ones. */
  partitionBlocks?: number | undefined;
  /** Price feeds and pools. */
  prices?: readonly PriceFeed[] | undefined;
  /** Set if the node is a development node. */
  dev?: DevNode | undefined;
}>;

/** Whether blocks are proven, and the recovery of their senders. */
export type ProofOptions = Pick<ProverOptions, 'mode' | 'recover'>;

/** Options of an index context. */
export type ContextOptions = Readonly<{
  rpc: Rpc;
  db: Database;
  chain: FollowedChain;
  /** No proof when undefined. */
  proof?: ProofOptions;
  log: Logger;
  disputePolicy?: DisputePolicy;
  metrics?: ChainMetrics;
  threads?: RangeThreads | undefined;
}>;

const FATAL: ReadonlySet<string> = new Set(['chain_mismatch', 'config', 'not_leader']);

/** True when a retry cannot help: AppError `chain_mismatch`, `config` or `not_leader`, not retryable. */
export function isFatal(error: unknown): boolean {
  return error instanceof AppError && !error.retryable && FATAL.has(error.code);
}

/** Opens an index, for `converge`; returns its tip too. Throws AppError. */
export async function openIndexContext(
  options: ContextOptions,
): Promise<Readonly<{ context: IndexContext; tip: Tip }>> {
  const { rpc, db, chain, proof, log, disputePolicy, metrics, threads } = options;
  const { deployments } = chain;
  const tip = await openIndex({ rpc, db, firstBlock: chain.firstBlock });
  const isDev = chain.dev !== undefined && (await adoptDevNode(db, chain.dev, tip));
  await replaceDeployments(db, deployments ?? []);
  const executors = deployments && executorsOf(deployments);
  const head = await fetchHead(rpc);
  const traceMethod = await probeTraces(rpc, head);
  log.info({ tip: tip?.number ?? null, head, traceMethod }, 'following the chain');
  const watch = metrics?.watchJudge;
  const prover = proof && (await openProver({ ...proof, db, log, isDev, watch }));
  return {
    context: {
      rpc,
      db,
      ...chain,
      isDev,
      executors,
      log,
      disputePolicy,
      tracing: { method: traceMethod },
      prover,
      threads,
    },
    tip,
  };
}

/**
 * Whether the index is one of a development node, whose chain may begin again. An index becomes one while it is empty,
 * or, made before there was a difference, by the node's confirmed block 0: a fork has that of the forked chain.
 */
async function adoptDevNode(db: Database, { instance, forkBlock }: DevNode, tip: Tip): Promise<boolean> {
  const isOwn = tip === undefined || (instance !== null && forkBlock === null);
  if (!isOwn && !(await findDevelopment(db))) return false;
  await markDevelopment(db, instance);
  return true;
}
