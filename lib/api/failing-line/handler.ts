import { loadAddresses } from '@/lib/api/address/mention-loader';
import { implement } from '@/lib/api/implement';
import { withNames } from '@/lib/api/names/loader';
import { statusOf } from '@/lib/api/transaction/outcome-present';
import { findTransaction } from '@/lib/api/transaction/query';
import { getFailingLine } from '@/lib/endpoints/failing-line';
import { hexToBuffer } from '@/lib/evm/hex';
import { locate } from './loader';
import { presentFailingLine } from './present';

/** GET /transactions/{hash}/failure. */
export const failingLineOperation = implement(getFailingLine, async (call) => {
  const row = await findTransaction(call.db, hexToBuffer(call.params.transaction_hash_param));
  if (!row || statusOf(row) !== 'error') return undefined;
  const located = await locate(call, row);
  const mentioned = located.frames.flatMap(({ frame, owner }) => [frame.code, owner]);
  const addresses = await loadAddresses(call.db, mentioned, mentioned);
  return withNames(call, (signatures) => presentFailingLine(located, { addresses, signatures }));
});
