import type { Transaction } from '@/lib/endpoints/transaction';
import { t } from '@/lib/language/t';
import { ERROR, isPlainError } from './plain-error';
import { hasFailed } from './verbs';

/** The revert reason of a transaction's own call as text; null if it returned none. */
export function readRevertReason({ failure, revert_reason: reason }: Transaction): string | null {
  if (failure?.reason) return nameError(failure.reason);
  if (reason === null) return null;
  if ('raw' in reason) return reason.raw === null ? null : nameError(reason.raw);
  const name = reason.method_call.split('(', 1)[0];
  const values = reason.parameters.map(({ value }) => (typeof value === 'string' ? value : '[…]'));
  return name === 'Error' ? values.join() : `${name}(${values.join(', ')})`;
}

const SELECTOR_DIGITS = 10;

/** A readable reason: an error of no known ABI is shown by its selector. */
export function nameError(reason: string): string {
  const isUnknown = /^0x(?:[0-9a-f]{2}){4,}$/i.test(reason);
  return isUnknown ? t('unknown error {selector}', { selector: reason.slice(0, SELECTOR_DIGITS) }) : reason;
}

type FailedTransaction = Pick<Transaction, 'decoded_revert_reason'>;

/** A contract's own text in quotation marks: it can be as short as ":(". */
export function quoteReason(reason: string, { decoded_revert_reason: decoded }: FailedTransaction): string {
  return decoded?.method_id === ERROR ? t('“{reason}”', { reason }) : reason;
}

/** Why a transaction failed, of a custom error only the name; undefined unless it was mined and failed. */
export function describeFailure(transaction: Transaction): string | undefined {
  if (!hasFailed(transaction)) return undefined;
  const { decoded_revert_reason: decoded, result } = transaction;
  const text = readRevertReason(transaction);
  const isWhole = decoded === null || isPlainError(decoded);
  return (isWhole ? text : /^[^(]*/.exec(decoded.method_call)?.[0]) ?? result;
}
