import type { Database } from '@/lib/db/open-database';
import { findBlock } from '@/lib/queries/block';
import { heightsOf, type Indexed } from '../nodes/json-rpc-call';
import { loadIndexerState } from './address-mention';

/** What the index knows of its chain, to judge what a node says. */
export async function loadIndexed(db: Database): Promise<Indexed> {
  return {
    ...heightsOf(await loadIndexerState(db)),
    blockHash: async (number) => (await findBlock(db, { number }))?.hash,
  };
}
