import type { Refusal } from '@/lib/api/answer';
import { presentIndexingProgress } from '@/lib/api/indexing-status/present';
import type { ContractCodes } from '@/lib/api/nodes/contract-codes';
import { refuseForNow } from '@/lib/api/nodes/refuse-unavailable';
import type { Database } from '@/lib/db/open-database';
import { loadIndexerState } from './mention-loader';
import { findAddresses } from './query';

type Context = Readonly<{ db: Database; services: Readonly<{ contractCode: ContractCodes }> }>;

const RETRY_MS = 1_000;

/**
 * A refusal where something of an address is missing because the index has not come to its contract: it is behind the
 * head, does not know the address as a contract, and the node does not say that it has no code. Undefined where it is
 * absent. An empty list is refused only close to the head: far from it every list lacks something.
 */
export async function refuseUnindexedContract(
  { db, services }: Context,
  address: Buffer,
  missing: 'all' | 'list',
): Promise<Refusal | undefined> {
  const { tip, head, isFollowing } = presentIndexingProgress(await loadIndexerState(db));
  if (head === null || (tip ?? -1) >= head || (missing === 'list' && !isFollowing)) return undefined;
  const [known] = await findAddresses(db, [address]);
  if (known?.is_contract) return undefined;
  const code = await services.contractCode(db.chainId, address);
  if (code === undefined ? known !== undefined : code.length === 0) return undefined;
  // what was there at the tip, and nobody used, the index has come to
  const earlier = code && (await services.contractCode(db.chainId, address, { height: tip ?? 0 }));
  if (earlier !== undefined && earlier.length > 0) return undefined;
  const reason =
    code === undefined
      ? 'No node tells whether this is a contract that is not indexed yet'
      : 'The block that created this contract is not indexed yet';
  return refuseForNow(reason, RETRY_MS);
}
