import { MAX_CSV_RECORDS } from '@/lib/endpoints/csv-export';
import type { Movement } from './loader';
import { MOVEMENT_HEAD } from './present';

/** Records that are presented at once. */
const BATCH = 100;

/** Records of a file. */
export type Records = readonly (readonly string[])[];

type Writer = Readonly<{
  /** The highest block of which rows may be missing, as too many were read; undefined if none are. */
  stoppedAt(): number | undefined;
  present(rows: readonly Movement[]): Promise<Records>;
}>;

/**
 * Records of whole blocks, at most MAX_CSV_RECORDS with the last one, which says where to continue if there is more. Of a
 * single block with more than that, the first ones.
 */
export async function* writeMovements(
  movements: AsyncIterable<Movement>,
  { stoppedAt, present }: Writer,
): AsyncGenerator<Records, void> {
  let block: Movement[] = [];
  let written = 0;
  const room = () => MAX_CSV_RECORDS - 1 - written;
  for await (const movement of movements) {
    if (movement.block_number <= (stoppedAt() ?? -1)) break;
    const last = block.at(-1);
    if (last !== undefined && last.block_number !== movement.block_number) {
      yield* presentAll(block, present);
      written += block.length;
      block = [];
    }
    if (block.length >= room()) {
      const isWhole = written > 0;
      if (!isWhole) yield* presentAll(block, present);
      yield [continuation(isWhole ? movement.block_number : movement.block_number - 1)];
      return;
    }
    block.push(movement);
  }
  const stopped = stoppedAt();
  yield* presentAll(
    block.filter(({ block_number: at }) => at > (stopped ?? -1)),
    present,
  );
  if (stopped !== undefined) yield [continuation(stopped)];
}

async function* presentAll(
  rows: readonly Movement[],
  present: Writer['present'],
): AsyncGenerator<Records, void> {
  for (let at = 0; at < rows.length; at += BATCH) yield await present(rows.slice(at, at + BATCH));
}

function continuation(block: number): string[] {
  const text = `Incomplete: the movements above block ${block}. Continue with to_block=${block}`;
  return MOVEMENT_HEAD.map((_, column) => (column === 0 ? text : ''));
}
