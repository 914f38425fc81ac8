import { isDistributed } from '@/lib/db/citus';
import type { Database } from '@/lib/db/open-database';
import { findPartitionSize } from '@/lib/db/partitions';
import { partitionChain } from '@/lib/indexer/repair/partition-chain';
import type { Logger } from '@/lib/log';
import type { Tip } from './state';

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
export async function partitionFirst(
  { db, chain, log, signal }: PartitionFirstOptions,
  tip: Tip,
): Promise<void> {
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
