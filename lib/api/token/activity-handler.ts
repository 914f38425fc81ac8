import { loadAddresses } from '@/lib/api/address/mention-loader';
import { presentOptionalAddress } from '@/lib/api/address/present';
import { getAddressInfo } from '@/lib/api/address/query';
import { implement } from '@/lib/api/implement';
import type { Database } from '@/lib/db/open-database';
import { getTokenActivity, MAX_COUNTED_TRANSFERS } from '@/lib/endpoints/token-activity';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { sumDays } from './activity-present';
import { countTransfersByDay, type DayTransfers, type EventPosition } from './activity-query';
import { findTokens } from './query';

/** GET /tokens/{address}/activity. */
export const tokenActivityOperation = implement(getTokenActivity, async ({ db, params }) => {
  const token = hexToBuffer(params.address_hash_param);
  const [[known], info, transfers] = await Promise.all([
    findTokens(db, [token]),
    getAddressInfo(db, token),
    readTransfers(db, token),
  ]);
  if (known === undefined) return undefined;
  const { creator, creation_transaction_hash: hash } = info;
  return {
    creator_address_hash: creator === null ? null : bufferToAddress(creator),
    creator: presentOptionalAddress(creator, await loadAddresses(db, [creator])),
    creation_transaction_hash: hash === null ? null : bufferToHex(hash),
    days: sumDays(transfers.days, transfers.isComplete),
    is_complete: transfers.isComplete,
  };
});

/** Transfers per query. */
const BATCH = 1_000;

/** The latest transfers of a token by day, in short queries. */
async function readTransfers(
  db: Database,
  token: Buffer,
): Promise<{ days: DayTransfers[]; isComplete: boolean }> {
  const days: DayTransfers[] = [];
  let before: EventPosition | undefined;
  for (let read = 0; read < MAX_COUNTED_TRANSFERS; read += BATCH) {
    const batch = await countTransfersByDay(db, token, { before, limit: BATCH });
    days.push(...batch.days);
    before = batch.end;
    if (before === undefined) return { days, isComplete: true };
  }
  return { days, isComplete: false };
}
