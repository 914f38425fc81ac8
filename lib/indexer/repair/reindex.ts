import { refuseCitus } from '@/lib/db/citus';
import { migrateChain } from '@/lib/db/migrate';
import { type Database, nextSchemaName, openDatabase, type Sql, schemaName } from '@/lib/db/open-database';
import { findPartitionSize } from '@/lib/db/partitions';
import { switchSchema } from '@/lib/db/switch-schema';
import type { ChainMetrics } from '@/lib/indexer/metrics';
import { type IndexerOptions, runIndexer } from '@/lib/indexer/run-indexer';
import type { Convergence } from '@/lib/indexer/sync/converge';
import { type Leadership, withLeadership } from '@/lib/indexer/sync/leader-lock';
import { carryOverLists } from './carry-over-lists';

/** `url` leads to PostgreSQL itself, `sql` to the same database. */
export type ReindexOptions = Pick<
  IndexerOptions,
  'rpc' | 'chain' | 'proof' | 'threads' | 'log' | 'signal' | 'pollMs'
> &
  Readonly<{
    sql: Sql;
    url: string;
    chainId: number;
    /** Receives each step. */
    note?: (outcome: Convergence) => void;
  }>;

/** How long to wait at the head for the names of tokens. */
const NAMES_MS = 10 * 60_000;

/**
 * Indexes a chain into a second schema until it reaches the head, then puts that in place of the served one, which is
 * followed and read meanwhile. The new schema is partitioned if the old one is. Continues an unfinished run. False when
 * aborted before the switch. Throws AppError `config` where Citus distributes chains, before anything is done.
 */
export async function reindexChain(options: ReindexOptions): Promise<boolean> {
  const { sql, url, chainId, log, signal } = options;
  await refuseCitus(sql, chainId, 'npm run reindex');
  const db = await openNext(sql, chainId);
  const chain = await keepSize(sql, chainId, options.chain);
  let hasSwitched = false;
  const work = async (leadership: Leadership) => {
    const own = { ...db, term: leadership.term };
    if (!(await followToHead({ ...options, chain }, own, leadership.signal))) return;
    await carryOverLists(openDatabase(sql, chainId), own);
    await switchSchema(sql, chainId, own.term);
    hasSwitched = true;
  };
  try {
    await withLeadership({ url, db, log, signal }, work);
  } catch (error) {
    const [left] = await sql`select from pg_namespace where nspname = ${db.name}`;
    // another process has put it in its place
    if (left === undefined) return true;
    throw error;
  }
  return hasSwitched;
}

/** Migrates a chain, and the second schema that it is indexed into. */
async function openNext(sql: Sql, chainId: number): Promise<Database> {
  const name = nextSchemaName(chainId);
  await migrateChain(sql, chainId);
  await migrateChain(sql, chainId, name);
  return openDatabase(sql, chainId, name);
}

/** The new index is partitioned if the served one is. */
async function keepSize<Chain extends ReindexOptions['chain']>(
  sql: Sql,
  chainId: number,
  chain: Chain,
): Promise<Chain> {
  const partitionBlocks = chain.partitionBlocks ?? (await findPartitionSize(sql, schemaName(chainId)));
  return { ...chain, partitionBlocks };
}

/** True when nothing is left to index. */
async function followToHead(
  options: Pick<ReindexOptions, 'rpc' | 'chain' | 'proof' | 'threads' | 'log' | 'pollMs' | 'note'>,
  db: Database,
  signal: AbortSignal,
): Promise<boolean> {
  const { rpc, chain, proof, threads, log, pollMs, note } = options;
  const reached = new AbortController();
  let since: number | undefined;
  const checkProgress = async () => {
    since ??= performance.now();
    if (performance.now() - since > NAMES_MS || !(await hasPendingTokens(db))) reached.abort();
  };
  const metrics: ChainMetrics = {
    lead: () => undefined,
    countForgedPending: () => undefined,
    watchJudge: (judge) => judge,
    note: (outcome) => {
      note?.(outcome);
      if (outcome.kind === 'idle')
        checkProgress().catch((error: unknown) =>
          log.warn({ error }, 'could not check whether the new index caught up; retrying'),
        );
    },
  };
  await runIndexer({
    ...{ rpc, db, chain, threads, log, metrics },
    ...(proof && { proof }),
    ...(pollMs !== undefined && { pollMs }),
    signal: AbortSignal.any([signal, reached.signal]),
  });
  return reached.signal.aborted;
}

async function hasPendingTokens({ sql, schema }: Database): Promise<boolean> {
  const rows = await sql`select 1 from ${schema}.tokens where metadata_status = 'pending' limit 1`;
  return rows.length > 0;
}
