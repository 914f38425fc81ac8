import type { Transaction } from '@/lib/endpoints/transaction';
import { hasAmount } from '@/lib/format/parameter-meaning';
import type { Approval } from '../approval/read-approvals';

/** The contracts that amounts on the overview are of, if they are tokens: of its calls and of its approvals. */
export function listAmountTokens(transaction: Transaction, approvals: readonly Approval[]): string[] {
  const { to, decoded_input: call, nested_calls: nested } = transaction;
  const calls = [{ to: to?.hash ?? null, call }, ...nested];
  const called = calls.flatMap(({ to: target, call: one }) =>
    target !== null && one !== null && hasAmount(one.method_call.split('(', 1)[0] ?? '') ? [target] : [],
  );
  const approved = approvals.flatMap(({ token, limit }) => (limit.kind === 'amount' ? [token] : []));
  return [...new Set([...approved, ...called])];
}
