import { presentText } from '@/lib/api/values';
import type { Transaction } from '@/lib/endpoints/transaction';
import { bufferToHex } from '@/lib/evm/hex';
import { decodeRevertReason } from '@/lib/evm/revert-reason';
import type { Signatures } from '@/lib/evm/signatures';
import type { TransactionRow } from './query';

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
  const reason = readReason(row, signatures);
  if (row.revert_output === null || !reason) return NO_REASON;
  return {
    revert_reason: reason.decoded ?? { raw: bufferToHex(row.revert_output) },
    decoded_revert_reason: reason.decoded,
    revert_reason_source: row.revert_source,
  };
}

/** The revert reason as text; null if it failed without one, or did not fail. */
export function presentReasonText(row: TransactionRow, signatures: readonly Signatures[]): string | null {
  return statusOf(row) === 'error' ? readReason(row, signatures)?.text || null : null;
}

function readReason({ revert_output: output }: TransactionRow, signatures: readonly Signatures[]) {
  if (output === null) return undefined;
  return decodeRevertReason(output, signatures) ?? undefined;
}
