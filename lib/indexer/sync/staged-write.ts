import type { Database, Sql } from '@/lib/db/open-database';
import type { EncodedBatch } from './encode-batch';
import type { Preparation } from './prepare';
import { type WriteOutcome, writeBatch } from './write';

/** The write of a batch, begun before the blocks below it are committed. */
export type StagedWrite = Readonly<{
  batch: EncodedBatch;
  /** False when its rows could not be copied: the batch is then written without having been staged. */
  copied: Promise<boolean>;
  /** Writes the rest and commits, once the blocks below are committed. */
  commit(): Promise<WriteOutcome>;
  /** Rolls back, and waits for that. */
  discard(): Promise<void>;
}>;

/** What is being written, and what will be. `staged`: the write of the first range of the queue, once begun. */
export type WriteQueue = { queue: readonly Preparation[]; staged: StagedWrite | undefined };

/** Pools on which a write is staged. Chains share a pool, and steps of theirs wait for its connections. */
const staging = new WeakSet<Sql>();

/**
 * Writes a batch; once its rows are copied, those of the next one are, on another connection, if it is prepared by then.
 * What the two write from then on follows in order: the next one waits until this one is committed.
 */
export async function writeInTurn(
  db: Database,
  writes: WriteQueue,
  batch: EncodedBatch,
): Promise<WriteOutcome> {
  const { staged } = writes;
  writes.staged = undefined;
  let isOver = false;
  const stageNext = async () => {
    const [next] = writes.queue;
    const prepared = await next?.batch.catch(() => undefined);
    if (prepared && !isOver && writes.queue[0] === next) writes.staged = stageWrite(db, prepared.batch);
  };
  try {
    if (staged?.batch === batch && (await staged.copied)) {
      void stageNext();
      return await staged.commit();
    }
    await staged?.discard();
    return await writeBatch(db, batch, { onCopied: () => void stageNext() });
  } finally {
    isOver = true;
  }
}

/** Undefined where the pool may have no connection to spare for a write that waits: one at a time has its own. */
function stageWrite(db: Database, batch: EncodedBatch): StagedWrite | undefined {
  if (db.sql.options.max < 2 || staging.has(db.sql)) return undefined;
  staging.add(db.sql);
  let decide = (_isNext: boolean): void => undefined;
  const turn = new Promise<boolean>((resolve) => {
    decide = resolve;
  });
  void turn.then(() => staging.delete(db.sql));
  let outcome = Promise.resolve<WriteOutcome>('outrun');
  const copied = new Promise<boolean>((resolve) => {
    outcome = writeBatch(db, batch, { onCopied: () => resolve(true), turn });
    outcome.catch(() => resolve(false));
  });
  return {
    batch,
    copied,
    commit: () => {
      decide(true);
      return outcome;
    },
    discard: async () => {
      decide(false);
      await outcome.catch(() => undefined);
    },
  };
}
