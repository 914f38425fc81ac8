import { hexToBuffer } from '@/lib/evm/hex';
import { findInstanceTransfersCount } from '@/lib/queries/token';
import { getTokenInstanceTransfersCount } from '@/lib/spec/token';
import { implement } from '../implement';

/** GET /tokens/{address}/instances/{id}/transfers-count. */
export const transfersCountOperation = implement(getTokenInstanceTransfersCount, async ({ db, params }) => {
  const token = hexToBuffer(params.address_hash_param);
  const transfers_count = await findInstanceTransfersCount(db, token, params.token_id_param);
  return transfers_count === undefined ? undefined : { transfers_count };
});
