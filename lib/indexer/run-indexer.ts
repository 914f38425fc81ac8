import { AppError, hasErrorCode } from '@/lib/errors';
import type { LogoSources } from '@/lib/labels/read-logo';
import { type Backoff, createBackoff, pause } from '@/lib/retry';
import type { Rpc } from '@/lib/rpc/client';
import { createBalanceReader } from '@/lib/rpc/token-balances';
import { type ArtifactSource, watchArtifactMatches } from './artifact-matches';
import { awaitChain } from './await-chain';
import { forgetGenesis } from './chain-identity';
import { createPendingCheck } from './check-pending';
import { confirmAnswers } from './confirmed-rpc';
import { type ContractCooldown, createContractCooldown } from './contract-cooldown';
import { type Convergence, converge, type IndexContext, type Progress, startProgress } from './converge';
import { PATIENCE } from './dispute';
import { watchEndpoints } from './endpoint-health';
import { type ContextOptions, isFatal, openIndexContext } from './open-context';
import { partitionFirst } from './partition-first';
import { createStrictProver } from './prover';
import { createReport } from './report-progress';
import { createContractRetries } from './retry-contracts';
import { enrichContracts } from './token-metadata';
import { type BacklogContext, watchBacklog } from './trace-backlog';
import { watchBalances } from './watch-balances';
import { watchLogos } from './watch-logos';
import { watchMempool } from './watch-mempool';
import { watchNames } from './watch-names';
import { watchPartitions } from './watch-partitions';
import { watchPrices } from './watch-prices';
import { watchProof } from './watch-proof';

/**
 * `rpc` should abort its requests with the same `signal`. An idle indexer polls the head every `pollMs`. The mempool
 * is followed only with `mempoolRpc`. `patience` is for a node that contradicts finalized blocks.
 */
export type IndexerOptions = ContextOptions &
  Readonly<{
    mempoolRpc?: Rpc;
    signal: AbortSignal;
    pollMs?: number;
    /** Times in ms between attempts after a failure, which double. */
    pauses?: Readonly<{ firstMs: number; maxMs: number }>;
    /** Names contracts; none when undefined. */
    artifacts?: ArtifactSource | undefined;
    /** Where logos of listed tokens come from; none when undefined. */
    logos?: LogoSources | undefined;
  }>;

const POLL_MS = 1_000;
const BACKOFF = { firstMs: 250, maxMs: 15_000 };
const NEAR_BLOCKS = 32;
/** Looks at a node that contradicts finalized blocks, within an interval in which one counts. */
const DISPUTE_SHARE = 1 / 6;

/**
 * Follows one chain until aborted. The schema must be migrated. Failures of node and database are logged and retried
 * with backoff, and a node of another chain is waited out; throws only AppError `chain_mismatch`, `config` or `not_leader`
 * that retrying cannot fix.
 */
export async function runIndexer(options: IndexerOptions): Promise<void> {
  const { log, signal, patience = PATIENCE } = options;
  const state: LoopState = {
    progress: startProgress(),
    confirmed: confirmAnswers(options.rpc, options.db),
    cooldown: createContractCooldown({ rpc: options.rpc, log }),
    enrichment: undefined,
    mempool: undefined,
    backlog: undefined,
    proof: undefined,
    isAtHead: false,
    balances: undefined,
    backoff: createBackoff(options.pauses ?? BACKOFF),
    context: undefined,
  };
  const report = createReport(options.log);
  const health = watchEndpoints(options, options);
  while (!signal.aborted) {
    try {
      state.context ??= await openContext(options, state);
      const outcome = await converge(state.context, state.progress);
      state.backoff.reset();
      options.metrics?.note(outcome);
      report(outcome);
      const isAtHead = outcome.kind === 'idle' || outcome.kind === 'ahead';
      state.isAtHead = isAtHead;
      if (outcome.kind !== 'disputed') startEnrichment(options, state, isAtHead);
      if (isNearHead(outcome)) startNearHead(options, state);
      if (isAtHead) await pause(options.pollMs ?? POLL_MS, signal);
      if (outcome.kind === 'disputed') await pause(DISPUTE_SHARE * patience.everyMs, signal);
    } catch (error) {
      if (signal.aborted) break;
      state.isAtHead = false;
      if (isFatal(error)) throw error;
      await backOff(options, state, error);
    }
  }
  await Promise.all([
    state.enrichment,
    state.mempool,
    state.backlog,
    state.proof,
    state.balances,
    state.names,
    state.prices,
    state.artifacts,
    state.logos,
    health,
  ]);
}

type LoopState = {
  progress: Progress;
  /** For work that stores single answers. */
  confirmed: Rpc;
  cooldown: ContractCooldown;
  retryContracts?: () => Promise<void>;
  context: IndexContext | undefined;
  enrichment: Promise<void> | undefined;
  mempool: Promise<void> | undefined;
  backlog: Promise<void> | undefined;
  proof: Promise<void> | undefined;
  isAtHead: boolean;
  balances: Promise<void> | undefined;
  /** Not waited for at the end: to analyze a large table takes minutes, and losing it costs nothing. */
  partitions?: Promise<void> | undefined;
  names?: Promise<void> | undefined;
  prices?: Promise<void> | undefined;
  artifacts?: Promise<void> | undefined;
  logos?: Promise<void> | undefined;
  backoff: Backoff;
};

/** Opens the index and starts on its trace backlog. */
async function openContext(options: IndexerOptions, state: LoopState): Promise<IndexContext> {
  const { db, log, signal } = options;
  const { context, tip } = await openIndexContext(options);
  await partitionFirst(options, tip);
  const firstHeight = tip ? tip.number + 1 : context.firstBlock;
  const source = shareTraceMethod(context, state.confirmed);
  state.backlog ??= watchBacklog(source, { firstHeight, log, signal });
  state.partitions ??= watchPartitions(db, options);
  startProof(options, state, source);
  startPrices(options, state);
  return context;
}

type SharedContext = BacklogContext & Pick<IndexContext, 'firstBlock'>;

/** A trace method that the backlog finds serves the main loop too. */
function shareTraceMethod(context: IndexContext, rpc: Rpc): SharedContext {
  return {
    ...context,
    rpc,
    get traceMethod() {
      return context.traceMethod;
    },
    set traceMethod(method) {
      context.traceMethod = method;
    },
  };
}

function startPrices({ db, chain, log, signal }: IndexerOptions, state: LoopState): void {
  const { prices: feeds = [] } = chain;
  if (feeds.length > 0)
    state.prices ??= watchPrices({ rpc: state.confirmed, db, feeds, log }, { log, signal });
}

/** Failures of stored blocks must not count as rules of the chain, so the prover of these demands every check. */
function startProof({ proof, log, signal }: IndexerOptions, state: LoopState, context: SharedContext): void {
  if (!proof || proof.mode === 'off' || state.proof) return;
  const source = {
    ...context,
    prover: createStrictProver(proof.recover),
    signal,
    get traceMethod() {
      return context.traceMethod;
    },
  };
  const isIdle = () => state.isAtHead;
  state.proof = watchProof(source, { firstBlock: context.firstBlock, log, isIdle });
}

/** Enriches contracts without blocking the loop: one round per step during a backfill, all of them at the head. */
function startEnrichment(
  { db, log, signal, artifacts, logos }: IndexerOptions,
  state: LoopState,
  isAtHead: boolean,
): void {
  if (state.enrichment) return;
  const source = { rpc: state.confirmed, db, cooldown: state.cooldown, artifacts };
  if (artifacts) state.artifacts ??= watchArtifactMatches({ ...source, artifacts }, { log, signal });
  if (logos) state.logos ??= watchLogos({ db, logos, log }, { signal });
  state.retryContracts ??= createContractRetries(db);
  const { retryContracts } = state;
  const rounds = async () => {
    if (isAtHead) await retryContracts();
    while ((await enrichContracts(source, { isAtHead })) > 0 && isAtHead && !signal.aborted);
  };
  state.enrichment = rounds()
    .catch((error: unknown) => {
      if (!signal.aborted) log.warn({ error }, 'could not ask contracts about themselves');
    })
    .finally(() => {
      state.enrichment = undefined;
    });
}

/** The mempool is of no interest far below the head, and a node may not have the state there. */
function isNearHead(outcome: Convergence): boolean {
  return outcome.kind === 'advanced' ? outcome.head - outcome.tip < NEAR_BLOCKS : outcome.kind === 'idle';
}

function startNearHead(options: IndexerOptions, state: LoopState): void {
  state.mempool ??= followMempool(options);
  const source = { ...options, rpc: state.confirmed, fetchBalances: createBalanceReader() };
  state.balances ??= watchBalances(source, options);
  const registry = options.chain.ensRegistry;
  if (registry) state.names ??= watchNames({ rpc: state.confirmed, db: options.db, registry }, options);
}

async function followMempool(options: IndexerOptions): Promise<void> {
  const { mempoolRpc: rpc, db, chain, proof, log, signal, metrics } = options;
  if (!rpc || chain.endBlock !== undefined) return;
  const count = (forged: number) => metrics?.notePendingForged(forged);
  const check =
    proof === undefined || proof.mode === 'off'
      ? undefined
      : createPendingCheck({ db, recover: proof.recover, log, count });
  await watchMempool({ rpc: confirmAnswers(rpc, db), db, log, signal, check });
}

async function backOff(options: IndexerOptions, state: LoopState, cause: unknown): Promise<void> {
  const { log, signal } = options;
  let error = cause;
  if (hasErrorCode(error, 'chain_mismatch')) {
    try {
      // An index without blocks is opened anew: what it knows of its chain is one answer, which may have been wrong.
      if (await forgetGenesis(options.db)) state.context = undefined;
      return await awaitChain({ ...options, pollMs: options.pollMs });
    } catch (failure) {
      error = failure;
    }
  }
  const waitMs = state.backoff.next();
  const isExpected = error instanceof AppError && error.retryable;
  log[isExpected ? 'warn' : 'error']({ error, waitMs }, 'indexing is interrupted; trying again');
  await pause(waitMs, signal);
}
