import { migrateChain } from '@/lib/db/migrate';
import { type Database, nextSchemaName, openDatabase, type Sql, schemaName } from '@/lib/db/open-database';
import { findPartitionSize } from '@/lib/db/partitions';
import { switchSchema } from '@/lib/db/switch-schema';
import type { Convergence } from './converge';
import { withLeadership } from './leader-lock';
import type { ChainMetrics } from './metrics';
import { type IndexerOptions, runIndexer } from './run-indexer';

/** `url` leads to PostgreSQL itself, `sql` to the same database. */
export type ReindexOptions = Pick<IndexerOptions, 'rpc' | 'chain' | 'proof' | 'log' | 'signal' | 'pollMs'> &
  Readonly<{
    sql: Sql;
    url: string;
    chainId: number;
    /** Told of each step. */
    note?: (outcome: Convergence) => void;
  }>;

/** At the head, the names of tokens are waited for so long. */
const NAMES_MS = 10 * 60_000;

/**
 * Indexes a chain into a schema beside the served one until it has reached the head, then puts it in that one's place,
 * while that is followed and read. It has partitions if that has. An unfinished run is gone on with. False when it was aborted before the switch.
 */
export async function reindexChain(options: ReindexOptions): Promise<boolean> {
  const { sql, url, chainId, log, signal } = options;
  const name = nextSchemaName(chainId);
  await migrateChain(sql, chainId);
  await migrateChain(sql, chainId, name);
  const db = openDatabase(sql, chainId, name);
  const partitionBlocks =
    options.chain.partitionBlocks ?? (await findPartitionSize(sql, schemaName(chainId)));
  const chain = { ...options.chain, partitionBlocks };
  let hasReached = false;
  await withLeadership({ url, db, log, signal }, async (leadership) => {
    hasReached = await followToHead(
      { ...options, chain },
      { ...db, term: leadership.term },
      leadership.signal,
    );
  });
  if (!hasReached || signal.aborted) return false;
  await switchSchema(sql, chainId);
  return true;
}

/** True when nothing is left to index. */
async function followToHead(options: ReindexOptions, db: Database, signal: AbortSignal): Promise<boolean> {
  const { rpc, chain, proof, log, pollMs, note } = options;
  const reached = new AbortController();
  let since: number | undefined;
  const judge = async () => {
    since ??= performance.now();
    if (performance.now() - since > NAMES_MS || !(await hasPendingTokens(db))) reached.abort();
  };
  const metrics: ChainMetrics = {
    lead: () => undefined,
    notePendingForged: () => undefined,
    watchProver: (prover) => prover,
    note: (outcome) => {
      note?.(outcome);
      if (outcome.kind === 'idle') judge().catch((error: unknown) => log.warn({ error }, 'asked in vain'));
    },
  };
  await runIndexer({
    ...{ rpc, db, chain, log, metrics },
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
