import type { Database } from '@/lib/db/open-database';
import type { Block } from '@/lib/endpoints/block';
import { hexToBuffer } from '@/lib/evm/hex';
import { type BlockRow, findBlock } from '@/lib/queries/block';
import { toHeight } from '../cursors';
import type { CallContext } from '../implement';
import { presentBlock } from '../present/block';
import { loadAddresses, loadIndexerState } from './mentions';

/** Presents blocks, loading the addresses and the tip they need. */
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

/** Finds a block by hash or height, as in a path or a search. */
export async function findBlockByParam(db: Database, text: string): Promise<BlockRow | undefined> {
  return findBlock(
    db,
    text.startsWith('0x') ? { hash: hexToBuffer(text) } : { number: toHeight(BigInt(text)) },
  );
}
