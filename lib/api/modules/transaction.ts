import { z } from 'zod';
import { withNames } from '@/lib/api/names/loader';
import { presentOutcome } from '@/lib/api/transaction/outcome-present';
import { findUnindexed, minedOf } from '@/lib/api/transaction/pending-loader';
import { findTransaction } from '@/lib/api/transaction/query';
import { type Action, defineAction, found, hashField, refuse } from './action';

const parameters = z.object({ txhash: hashField });

const status = defineAction(parameters, async (context, { txhash }) => {
  const row = await findTransaction(context.db, txhash);
  if (!row) return refuse('Error! Transaction is not indexed');
  const outcome = await withNames(context, (signatures) => presentOutcome(row, signatures));
  const isError = outcome.status === 'error';
  const reason = isError ? (outcome.revert_reason ?? outcome.result) : '';
  return found({ isError: outcome.status === null ? '' : isError ? '1' : '0', errDescription: reason });
});

/** Of a mined transaction that is not indexed yet by its receipt. Empty if pending or unknown, and where receipts had no status. */
const receiptStatus = defineAction(parameters, async (context, { txhash }) => {
  const row = await findTransaction(context.db, txhash);
  const unindexed = row ? undefined : await findUnindexed(context, txhash);
  const status = row ? row.status : unindexed && minedOf(unindexed)?.receipt.status;
  return found({ status: status == null ? '' : String(status) });
});

/** Actions of the module transaction. */
export const TRANSACTION_ACTIONS: Readonly<Record<string, Action>> = {
  getstatus: status,
  gettxreceiptstatus: receiptStatus,
};
