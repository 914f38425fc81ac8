import type { z } from 'zod';
import { loadIndexerState } from '@/lib/api/address/mention-loader';
import type { Database } from '@/lib/db/open-database';
import type { getChainContents } from '@/lib/endpoints/chain-contents';
import { findChainContents } from './query';

/** The contents of a chain, as the API answers it. */
export async function loadChainContents(db: Database): Promise<z.output<typeof getChainContents.response>> {
  const [{ tokenTypes, hasFheOperations, hasFhe, hasUserOperations }, state] = await Promise.all([
    findChainContents(db),
    loadIndexerState(db),
  ]);
  const since = state?.withdrawals_since ?? null;
  return {
    token_types: tokenTypes,
    has_fhe_operations: hasFheOperations,
    has_withdrawals: (state?.withdrawals_count ?? 0) > 0,
    has_user_operations: hasUserOperations,
    has_fhe: hasFhe,
    withdrawals_since: since !== null && since > (state?.first_block ?? 0) ? since : null,
  };
}
