import type { Transaction } from '@/lib/endpoints/transaction';
import { decodeRevertReason } from '@/lib/evm/revert-reason';
import { findErrors, type Signatures } from '@/lib/evm/signatures';
import type { TransactionRow } from '@/lib/queries/transaction';
import { presentText } from './values';

type Outcome = Pick<
  Transaction,
  'status' | 'result' | 'revert_reason' | 'decoded_revert_reason' | 'revert_reason_source'
>;

const NO_REASON = { revert_reason: null, decoded_revert_reason: null, revert_reason_source: null };

/** Presents a mined transaction's status and revert reason. */
export function presentOutcome(row: TransactionRow, signatures: readonly Signatures[]): Outcome {
  const status = statusOf(row);
  const reason = status === 'error' ? presentReason(row, signatures) : NO_REASON;
  return {
    status,
    result: presentResult(status, row.error),
    revert_reason: reason.revert_reason,
    decoded_revert_reason: reason.decoded_revert_reason,
    revert_reason_source: reason.revert_reason_source,
  };
}

function presentResult(status: Outcome['status'], error: Buffer | null): string {
  if (status === null) return 'awaiting_internal_transactions';
  return status === 'ok' ? 'success' : (presentText(error) ?? 'execution reverted');
}

/** The status; before Byzantium from traces, null without them. */
export function statusOf(
  row: Pick<TransactionRow, 'status' | 'error' | 'has_error_in_internal_transactions'>,
): Outcome['status'] {
  if (row.status !== null) return row.status === 0 ? 'error' : 'ok';
  if (row.error !== null) return 'error';
  return row.has_error_in_internal_transactions === null ? null : 'ok';
}

function presentReason(row: TransactionRow, signatures: readonly Signatures[]) {
  const output = row.revert_output;
  if (output === null) return NO_REASON;
  const known = signatures.flatMap((source) => findErrors(output.subarray(0, 4), source));
  const reason = decodeRevertReason(output, known);
  if (reason === null) return NO_REASON;
  return {
    revert_reason: reason.text === '' ? null : reason.text,
    decoded_revert_reason: reason.decoded,
    revert_reason_source: row.revert_source,
  };
}
