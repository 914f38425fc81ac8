import type { Database } from '@/lib/db/open-database';
import { type ArtifactSource, watchArtifactMatches } from '@/lib/indexer/enrich/artifact-matches';
import type { ContractCooldown } from '@/lib/indexer/enrich/contract-cooldown';
import { enrichContracts } from '@/lib/indexer/enrich/token-metadata';
import { watchDeployments } from '@/lib/indexer/enrich/watch-deployments';
import { watchLogos } from '@/lib/indexer/enrich/watch-logos';
import { watchNames } from '@/lib/indexer/enrich/watch-names';
import { watchPrices } from '@/lib/indexer/enrich/watch-prices';
import { watchIndexes } from '@/lib/indexer/repair/compact-indexes';
import { fillHandles } from '@/lib/indexer/repair/fill-handles';
import { watchMissingLists } from '@/lib/indexer/repair/missing-access-lists';
import { removeCoinToken } from '@/lib/indexer/repair/remove-coin-token';
import { watchBacklog } from '@/lib/indexer/repair/trace-backlog';
import { watchBalances } from '@/lib/indexer/repair/watch-balances';
import { watchProof } from '@/lib/indexer/repair/watch-proof';
import { createPendingCheck } from '@/lib/indexer/sync/check-pending';
import { confirmAnswers } from '@/lib/indexer/sync/confirmed-rpc';
import type { IndexContext } from '@/lib/indexer/sync/converge';
import { analyzeStale } from '@/lib/indexer/sync/keep-partitions';
import type { ContextOptions } from '@/lib/indexer/sync/open-context';
import { createStrictProver } from '@/lib/indexer/sync/prover';
import { watchMempool } from '@/lib/indexer/sync/watch-mempool';
import type { LogoSources } from '@/lib/labels/read-logo';
import type { Logger } from '@/lib/log';
import { pause, repeatUntilDone } from '@/lib/retry';
import type { Rpc } from '@/lib/rpc/client';
import { createBalanceReader } from '@/lib/rpc/token-balances';

/** What a development node's chain leaves behind is gone within two seconds. */
const DEV_MEMPOOL = { isDev: true, pollMs: 500, unseenForMs: 1_000 };

/** Options of the background tasks. */
export type TaskOptions = ContextOptions &
  Readonly<{
    /** The mempool is followed only with it. */
    mempoolRpc?: Rpc;
    signal: AbortSignal;
    /** Names contracts; none when undefined. */
    artifacts?: ArtifactSource | undefined;
    /** The folder of the project that deploys on the chain of a development node. */
    project?: string | undefined;
    /** Where logos of listed tokens come from; none when undefined. */
    logos?: LogoSources | undefined;
  }>;

/** State that tasks share with the main loop. */
export type TaskContext = Readonly<{
  options: TaskOptions;
  /** Confirms the chain of each response: for work that stores single responses. */
  rpc: Rpc;
  cooldown: ContractCooldown;
  /** Schedules contracts whose metadata could not be read once more. */
  retryContracts(): Promise<void>;
  context: IndexContext;
  /** The first block that this run indexes. */
  firstHeight: number;
  isAtHead(): boolean;
}>;

/** When a task starts: once the index is open, after a step, or after one near the head. */
type TaskStart = 'open' | 'stepped' | 'near_head';
type Task = Readonly<{
  start: TaskStart;
  /** Resolves when the signal aborts, or earlier if it is repeated; undefined when it is not configured. */
  run(task: TaskContext): Promise<void> | undefined;
  /** Starts again after it has ended. */
  isRepeated?: true;
  /** Not awaited at the end, as aborting it costs nothing. */
  isLeftRunning?: true;
}>;

const TASKS: Readonly<Record<string, Task>> = {
  traceBacklog: {
    start: 'open',
    run: ({ context, rpc, firstHeight, options }) =>
      watchBacklog({ ...context, rpc }, { firstHeight, ...options }),
  },
  missingLists: {
    start: 'near_head',
    run: ({ context, rpc, options }) => watchMissingLists({ ...context, rpc }, options),
  },
  // Analyzing a large table takes minutes.
  partitions: {
    start: 'open',
    run: ({ options }) => watchPartitions(options.db, options),
    isLeftRunning: true,
  },
  // A rebuild takes up to minutes.
  indexes: {
    start: 'near_head',
    run: ({ options }) => watchIndexes(options.db, options),
    isLeftRunning: true,
  },
  coinToken: {
    start: 'open',
    run: ({ options }) =>
      untilDone(
        () => removeCoinToken(options.db),
        options,
        'could not remove coin transfers from the tokens; retrying',
      ),
  },
  handles: {
    start: 'open',
    run: ({ context, options }) =>
      untilDone(
        () => fillHandles(context),
        options,
        'could not index the handles of earlier blocks; retrying',
      ),
  },
  proof: { start: 'open', run: proveStored },
  prices: {
    start: 'open',
    run: ({ options: { db, chain, log, signal }, rpc }) =>
      chain.prices?.length ? watchPrices({ rpc, db, feeds: chain.prices, log }, { log, signal }) : undefined,
  },
  artifacts: {
    start: 'stepped',
    run: ({ options: { db, artifacts, log, signal }, rpc }) =>
      artifacts && watchArtifactMatches({ rpc, db, artifacts }, { log, signal }),
  },
  deployments: {
    start: 'stepped',
    run: ({ options: { db, project, log, signal } }) =>
      project === undefined ? undefined : watchDeployments({ db, folder: project }, { log, signal }),
  },
  logos: {
    start: 'stepped',
    run: ({ options: { db, logos, log, signal } }) => logos && watchLogos({ db, logos, log }, { signal }),
  },
  // Only at the head: pending transactions do not matter during a backfill, and a node may lack the state.
  mempool: { start: 'near_head', run: followMempool },
  balances: {
    start: 'near_head',
    run: ({ options, rpc }) =>
      watchBalances({ ...options, rpc, fetchBalances: createBalanceReader() }, options),
  },
  names: {
    start: 'near_head',
    run: ({ options, rpc }) => {
      const registry = options.chain.ensRegistry;
      return registry && watchNames({ rpc, db: options.db, registry }, options);
    },
  },
  enrichment: { start: 'stepped', run: enrich, isRepeated: true },
};

/** The running background tasks of one indexer, at most one of each. */
export type BackgroundTasks = Readonly<{
  /** Starts tasks of a kind that are not running. */
  start(when: TaskStart, task: TaskContext): void;
  /** Resolves when all have ended, after the signal aborted. */
  settle(): Promise<void>;
}>;

/** Creates the registry; starts no task. */
export function createBackgroundTasks(): BackgroundTasks {
  const running = new Map<string, Promise<void>>();
  return {
    start: (when, context) => {
      for (const [name, { start, run, isRepeated }] of Object.entries(TASKS)) {
        if (start !== when || running.has(name)) continue;
        const work = run(context);
        if (work === undefined) continue;
        const ended = isRepeated ? work.finally(() => running.delete(name)) : work;
        running.set(name, ended);
      }
    },
    settle: async () => {
      await Promise.all([...running].flatMap(([name, work]) => (TASKS[name]?.isLeftRunning ? [] : [work])));
    },
  };
}

/** Repeats a step until it has nothing left to do (false), in parallel to the main loop. Never throws. */
function untilDone(
  step: () => Promise<boolean>,
  { log, signal }: Pick<TaskOptions, 'log' | 'signal'>,
  failure: string,
): Promise<void> {
  return repeatUntilDone(step, {
    ...{ firstMs: 1_000, maxMs: 60_000, signal },
    onError: (error) => log.warn({ error }, failure),
  });
}

/** Failures of stored blocks must not exempt the chain from checks, so their prover enforces every check. */
function proveStored({ context, rpc, options, isAtHead }: TaskContext): Promise<void> | undefined {
  const { proof, log, signal } = options;
  if (!proof || proof.mode === 'off') return undefined;
  const source = { ...context, rpc, signal, prover: createStrictProver(proof.recover) };
  return watchProof(source, { firstBlock: context.firstBlock, log, isIdle: isAtHead });
}

/** Contract metadata: one round per step during a backfill, all rounds at the head. */
async function enrich({ options, rpc, cooldown, retryContracts, isAtHead }: TaskContext): Promise<void> {
  const { db, artifacts, log, signal } = options;
  const atHead = isAtHead();
  try {
    if (atHead) await retryContracts();
    while ((await enrichContracts({ rpc, db, cooldown, artifacts }, { isAtHead: atHead })) > 0)
      if (!atHead || signal.aborted) return;
  } catch (error) {
    if (!signal.aborted) log.warn({ error }, 'could not fetch contract metadata');
  }
}

function followMempool({ options, context }: TaskContext): Promise<void> | undefined {
  const { mempoolRpc: rpc, db, chain, proof, log, signal, metrics } = options;
  if (!rpc || chain.endBlock !== undefined) return undefined;
  const count = (forged: number) => metrics?.countForgedPending(forged);
  const check =
    proof === undefined || proof.mode === 'off'
      ? undefined
      : createPendingCheck({ db, recover: proof.recover, log, count });
  const pace = context.isDev ? DEV_MEMPOOL : {};
  return watchMempool({ rpc: confirmAnswers(rpc, db), db, log, signal, check, ...pace });
}

const EVERY_MS = 10 * 60_000;

/** Keeps the statistics of partitioned tables, until aborted. */
async function watchPartitions(
  db: Database,
  { log, signal }: Readonly<{ log: Logger; signal: AbortSignal }>,
): Promise<void> {
  while (!signal.aborted) {
    await analyzeStale(db).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ error }, 'could not analyze partitioned tables');
    });
    await pause(EVERY_MS, signal);
  }
}
