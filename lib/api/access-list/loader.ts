import { isProven } from '@/lib/api/proof/query';
import type { Database } from '@/lib/db/open-database';
import type { BlockAccessList } from '@/lib/evm/block-access-list';
import { decodeAccessList } from '@/lib/proof/access-list';
import { findAccessListRlp } from './query';

/** A stored access list; proven with its block, as its hash is in the header. */
export type StoredAccessList = Readonly<{ list: BlockAccessList; isProven: boolean }>;

/** Loads the access list of a block; undefined without one. */
export async function loadAccessList(db: Database, height: number): Promise<StoredAccessList | undefined> {
  const [rlp, isBlockProven] = await Promise.all([findAccessListRlp(db, height), isProven(db, height)]);
  return rlp ? { list: decodeAccessList(rlp), isProven: isBlockProven } : undefined;
}
