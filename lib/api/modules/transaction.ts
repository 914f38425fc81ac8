import { z } from 'zod';
import { loadTransaction } from '../handlers/transaction-reads';
import { presentOutcome } from '../present/transaction-outcome';
import { type Action, defineAction, found, hashField, refuse } from './action';

const parameters = z.object({ txhash: hashField });
const UNKNOWN = refuse('Transaction not found');

const status = defineAction(parameters, async ({ db, services }, { txhash }) => {
  const row = await loadTransaction(db, txhash);
  if (!row) return UNKNOWN;
  const outcome = presentOutcome(row, services.signatures);
  const isError = outcome.status === 'error';
  const reason = isError ? (outcome.revert_reason ?? outcome.result) : '';
  return found({ isError: isError ? '1' : '0', errDescription: reason });
});

const receiptStatus = defineAction(parameters, async ({ db }, { txhash }) => {
  const row = await loadTransaction(db, txhash);
  if (!row) return UNKNOWN;
  // before Byzantium receipts had none
  return found({ status: row.status === null ? '' : String(row.status) });
});

/** The actions of the module transaction. */
export const TRANSACTION_ACTIONS: Readonly<Record<string, Action>> = {
  getstatus: status,
  gettxreceiptstatus: receiptStatus,
};
