import type { Transaction } from '@/lib/endpoints/transaction';
import { listNamedTokens } from '@/lib/format/amount-unit';
import { hasAmount } from '@/lib/format/parameter-meaning';
import type { Approval } from '../approval/read-approvals';

/** The contract that failed: that of the call whose failure was passed on, else the one called. */
export function failedContract({ to, failure }: Transaction): string | undefined {
  return failure?.call?.to?.hash ?? to?.hash;
}

/** The contracts that amounts on the overview are of, if they are tokens: of its calls, error and approvals. */
export function listAmountTokens(transaction: Transaction, approvals: readonly Approval[]): string[] {
  const { to, decoded_input: call, nested_calls: nested } = transaction;
  const calls = [{ to: to?.hash ?? null, call, declared_inputs: transaction.declared_inputs }, ...nested];
  const called = calls.flatMap(({ to: target, call: one, declared_inputs: inputs }) => {
    if (one === null) return [];
    const isOfTarget = target !== null && hasAmount(one.method_call.split('(', 1)[0] ?? '');
    return [...(isOfTarget ? [target] : []), ...listNamedTokens(one, inputs)];
  });
  const error = transaction.decoded_revert_reason?.method_call.split('(', 1)[0] ?? '';
  const failed = hasAmount(error) ? failedContract(transaction) : undefined;
  const approved = approvals.flatMap(({ token, limit }) => (limit.kind === 'amount' ? [token] : []));
  return [...new Set([...approved, ...called, ...(failed === undefined ? [] : [failed])])];
}
