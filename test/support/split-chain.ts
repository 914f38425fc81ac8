import type { Database } from '@/lib/db/open-database';
import { createPart, openPart } from '@/lib/db/part-schema';
import { type JoinOutcome, joinPart } from '@/lib/indexer/join-part';
import type { Range } from '@/lib/indexer/plan';
import type { Rpc } from '@/lib/rpc/client';
import { indexBlocks } from './indexer-harness';

/** The parts of blocks 0 to `last` that begin at 0 and at each of `cuts`. */
export function splitAt(cuts: readonly number[], last: number): Range[] {
  const starts = [0, ...new Set(cuts.filter((cut) => cut > 0 && cut <= last))].sort((a, b) => a - b);
  return starts.map((from, at) => ({ from, to: (starts[at + 1] ?? last + 1) - 1 }));
}

/** Indexes a part alone. */
export async function indexAlone(db: Database, rpc: Rpc, { from, to }: Range): Promise<Database> {
  await createPart(db, from);
  const part = openPart(db, from);
  await indexBlocks({ rpc, db: part, firstBlock: from, endBlock: to });
  return part;
}

/** Indexes each part alone, the last one first, and joins them in order. */
export async function indexInParts(db: Database, rpc: Rpc, parts: readonly Range[]): Promise<JoinOutcome[]> {
  for (const range of parts.toReversed()) await indexAlone(db, rpc, range);
  const outcomes: JoinOutcome[] = [];
  for (const range of parts) outcomes.push(await joinPart(db, openPart(db, range.from), range));
  return outcomes;
}
