import { findBlockAtTime, findLatestBlock } from '@/lib/api/block/query';
import type { CallContext } from '@/lib/api/implement';
import { HOT_SCALES, MAX_COUNTED_TRANSACTIONS } from '@/lib/endpoints/hot-contract';
import { type CalledContract, countCalledContracts } from './hot-query';

/** Contracts that transactions were sent to, at most a minute old; undefined if there are too many transactions. */
export function loadCalledContracts(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  scale: keyof typeof HOT_SCALES,
): Promise<readonly CalledContract[] | undefined> {
  return services.calledContracts(`${db.chainId}/${scale}`, async () => {
    const latest = await findLatestBlock(db);
    if (latest === undefined) return [];
    const from = await findBlockAtTime(db, latest.timestamp - HOT_SCALES[scale] + 1, 'after');
    const range = { from: from ?? latest.number, to: latest.number };
    return countCalledContracts(db, { ...range, most: MAX_COUNTED_TRANSACTIONS });
  });
}
