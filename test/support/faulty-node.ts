import type { Sql } from '@/lib/db/open-database';
import { compareTables, indexFresh, type Tables } from './indexer-harness';
import { startReplay } from './recordings';

const BLOCKS = 'realdata/blocks/1';

/**
 * How an index of recorded blocks from a node that fails one call in five differs from that of one that fails none. The
 * failures are a limit of the rate, a server error, half an answer and a stall of 5 s, in turn.
 */
export async function compareFaulty(sql: Sql, range: { first: number; last: number }): Promise<Tables> {
  const indexWith = async (faults: string) => {
    const options = ['--from', String(range.first), '--to', String(range.last), '--faults', faults];
    const node = await startReplay(BLOCKS, options);
    try {
      return await indexFresh(sql, node.url, { firstBlock: range.first });
    } finally {
      await node.stop();
    }
  };
  return compareTables(await indexWith('0.2'), await indexWith('0'));
}
