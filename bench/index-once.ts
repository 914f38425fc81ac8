import { migrateChain } from '@/lib/db/migrate';
import { openDatabase, type Sql } from '@/lib/db/open-database';
import { converge, startProgress } from '@/lib/indexer/sync/converge';
import { openProver, type ProofMode } from '@/lib/indexer/sync/prover';
import type { RangeThreads } from '@/lib/indexer/sync/range-threads';
import { openState } from '@/lib/indexer/sync/state';
import type { Logger } from '@/lib/log';
import type { SenderRecovery } from '@/lib/proof/senders';
import type { Rpc } from '@/lib/rpc/client';
import type { TraceMethod } from '@/lib/rpc/traces';

const CHAIN_ID = 31_337;

type Indexing = Readonly<{
  rpc: Rpc;
  traceMethod: TraceMethod | null;
  mode: ProofMode;
  recover: SenderRecovery;
  log: Logger;
  threads?: RangeThreads | undefined;
}>;

/** Indexes the chain of the node into an empty schema; `seconds` until the last block was written. */
export async function indexOnce(
  sql: Sql,
  indexing: Indexing,
): Promise<{ transactions: number; seconds: number }> {
  const { rpc, traceMethod, mode, recover, log, threads } = indexing;
  await sql`drop schema if exists ${sql(`chain_${CHAIN_ID}`)} cascade`;
  await migrateChain(sql, CHAIN_ID);
  const db = openDatabase(sql, CHAIN_ID);
  await openState(db, 0);
  const prover = await openProver({ mode, db, recover, log });
  const context = {
    rpc,
    db,
    firstBlock: 0,
    endBlock: undefined,
    executors: undefined,
    tracing: { method: traceMethod },
    prover,
    threads,
  };
  const progress = startProgress();
  const begun = performance.now();
  let [transactions, seconds] = [0, 0];
  for (let step = await converge(context, progress); step.kind !== 'idle'; ) {
    if (step.kind === 'advanced') {
      transactions += step.transactions;
      seconds = (performance.now() - begun) / 1000;
    }
    step = await converge(context, progress);
  }
  return { transactions, seconds };
}
