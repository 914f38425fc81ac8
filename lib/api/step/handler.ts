import { loadAddresses } from '@/lib/api/address/mention-loader';
import { implement } from '@/lib/api/implement';
import { findTransaction } from '@/lib/api/transaction/query';
import { listSteps } from '@/lib/endpoints/step';
import { hexToBuffer } from '@/lib/evm/hex';
import { loadSteps } from './loader';
import { presentSteps } from './present';

/** GET /transactions/{hash}/steps. */
export const stepsOperation = implement(listSteps, async (call) => {
  const row = await findTransaction(call.db, hexToBuffer(call.params.transaction_hash_param));
  if (!row) return undefined;
  const loaded = await loadSteps(call, row, call.query);
  const { state } = loaded.trace ?? {};
  const mentioned = state ? [state.account, ...state.calls.map(({ code }) => code)] : [];
  if (loaded.place) mentioned.push(loaded.place.owner);
  return presentSteps(loaded, await loadAddresses(call.db, mentioned, mentioned));
});
