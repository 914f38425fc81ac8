import type { Transaction } from '@/lib/endpoints/transaction';
import { hasAmount, namedToken } from '@/lib/format/parameter-meaning';
import type { Approval } from '../approval/read-approvals';

/** The contract that failed: that of the call whose failure was passed on, else the one called. */
export function failedContract({ to, failure }: Transaction): string | undefined {
  return failure?.call?.to?.hash ?? to?.hash;
}

/** The contracts that amounts on the overview are of, if they are tokens: of its calls, error and approvals. */
export function listAmountTokens(transaction: Transaction, approvals: readonly Approval[]): string[] {
  const { to, decoded_input: call, nested_calls: nested } = transaction;
  const calls = [{ to: to?.hash ?? null, call }, ...nested];
  const called = calls.flatMap(({ to: target, call: one }) => {
    if (one === null) return [];
    const isOfTarget = target !== null && hasAmount(one.method_call.split('(', 1)[0] ?? '');
    const named = namedToken(one);
    return [...(isOfTarget ? [target] : []), ...(named === undefined ? [] : [named])];
  });
  const error = transaction.decoded_revert_reason?.method_call.split('(', 1)[0] ?? '';
  const failed = hasAmount(error) ? failedContract(transaction) : undefined;
  const approved = approvals.flatMap(({ token, limit }) => (limit.kind === 'amount' ? [token] : []));
  return [...new Set([...approved, ...called, ...(failed === undefined ? [] : [failed])])];
}
