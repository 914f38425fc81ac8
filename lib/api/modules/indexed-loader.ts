import { loadIndexerState } from '@/lib/api/address/mention-loader';
import { findBlock } from '@/lib/api/block/query';
import { heightsOf, type Indexed } from '@/lib/api/nodes/json-rpc-call';
import type { Database } from '@/lib/db/open-database';

/** The indexed state of the chain, to validate what a node returns. */
export async function loadIndexed(db: Database): Promise<Indexed> {
  return {
    ...heightsOf(await loadIndexerState(db)),
    blockHash: async (number) => (await findBlock(db, { number }))?.hash,
  };
}
