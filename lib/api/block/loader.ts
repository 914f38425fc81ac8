import { listAccessListSizes } from '@/lib/api/access-list/query';
import { loadAddressesOf, loadIndexerState } from '@/lib/api/address/mention-loader';
import type { CallContext } from '@/lib/api/implement';
import { toHeight } from '@/lib/api/lists/cursors';
import { refuseForNow } from '@/lib/api/nodes/refuse-unavailable';
import { listProvenRanges } from '@/lib/api/proof/query';
import type { Database } from '@/lib/db/open-database';
import type { Block } from '@/lib/endpoints/block';
import { hexToBuffer } from '@/lib/evm/hex';
import { presentBlock } from './present';
import { type BlockRow, findBlock, listSlots } from './query';

/** Presents blocks in order of height, loading the addresses and the state of the index that they need. */
export async function presentBlocks(
  { db }: Pick<CallContext, 'db'>,
  rows: readonly BlockRow[],
): Promise<Block[]> {
  const heights = rows.map((row) => row.number);
  const [addresses, state, proven, accessLists, slots] = await Promise.all([
    loadAddressesOf(db, rows, (row) => row.miner),
    loadIndexerState(db),
    rows.length > 0 ? listProvenRanges(db, { first: Math.min(...heights), last: Math.max(...heights) }) : [],
    listAccessListSizes(db, heights),
    rows.some((row) => row.slot_number !== null) ? listSlots(db, heights) : [],
  ]);
  return rows.map((row) => presentBlock(row, { addresses, state, proven, accessLists, slots }));
}

/** Finds a block by hash or height, as in a path or a search. */
export async function findBlockByParam(db: Database, text: string): Promise<BlockRow | undefined> {
  return findBlock(
    db,
    text.startsWith('0x') ? { hash: hexToBuffer(text) } : { number: toHeight(BigInt(text)) },
  );
}

const RETRY_MS = 1_000;

/**
 * Finds a block of a path. Throws a refusal for one that the index may still come to: clients take 404 for a block that
 * does not exist.
 */
export async function findBlockOfPath(db: Database, text: string): Promise<BlockRow | undefined> {
  const row = await findBlockByParam(db, text);
  if (row) return row;
  const state = await loadIndexerState(db);
  const last = Math.min(state?.remote_head ?? -1, state?.end_block ?? Number.POSITIVE_INFINITY);
  const next = state ? (state.tip_number === null ? state.first_block : state.tip_number + 1) : 0;
  const isAhead = text.startsWith('0x') ? next <= last : BigInt(text) >= next && BigInt(text) <= last;
  if (isAhead) throw refuseForNow('The block is not indexed yet', RETRY_MS);
  return undefined;
}
