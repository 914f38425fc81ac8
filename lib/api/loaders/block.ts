import type { Database } from '@/lib/db/open-database';
import type { Block } from '@/lib/endpoints/block';
import { hexToBuffer } from '@/lib/evm/hex';
import { type BlockRow, findBlock } from '@/lib/queries/block';
import { toHeight } from '../cursors';
import type { CallContext } from '../implement';
import { presentBlock } from '../present/block';
import { loadAddresses, loadIndexerState } from './mentions';

/** Blocks with the addresses and the tip that their bodies need. */
export async function presentBlocks(
  { db }: Pick<CallContext, 'db'>,
  rows: readonly BlockRow[],
): Promise<Block[]> {
  const [addresses, state] = await Promise.all([
    loadAddresses(
      db,
      rows.map((row) => row.miner),
    ),
    loadIndexerState(db),
  ]);
  return rows.map((row) => presentBlock(row, { addresses, tip: state?.tip_number ?? row.number }));
}

/** The block that a path or a search text names: a hash, or a height of any length. */
export async function findBlockByParam(db: Database, text: string): Promise<BlockRow | undefined> {
  return findBlock(
    db,
    text.startsWith('0x') ? { hash: hexToBuffer(text) } : { number: toHeight(BigInt(text)) },
  );
}
