import { implement } from '@/lib/api/implement';
import { emptyIfUnindexed } from '@/lib/api/transaction/pending-loader';
import { findTransaction } from '@/lib/api/transaction/query';
import { listNetChanges } from '@/lib/endpoints/net-change';
import { hexToBuffer } from '@/lib/evm/hex';
import { loadNetChanges } from './loader';

const NOTHING = {
  ...{ items: [], next_page_params: null, accounts_count: 0, fee: null, movements: [], movements_count: 0 },
  ...({ coin_source: 'none', is_coin_proven: false, meta: null } as const),
};

/** GET /transactions/{hash}/net-changes. */
export const netChangesOperation = implement(listNetChanges, async (call) => {
  const hash = hexToBuffer(call.params.transaction_hash_param);
  const row = await findTransaction(call.db, hash);
  return row ? loadNetChanges(call, row) : emptyIfUnindexed(call, hash, () => NOTHING);
});
