import { type DeclaredParameter, listNamedTokens } from './amount-unit';
import { hasAmount } from './parameter-meaning';

type Call = Parameters<typeof listNamedTokens>[0];
type TargetedCall = Readonly<{
  to: string | null;
  call: Call | null;
  declared_inputs: readonly DeclaredParameter[] | null;
}>;
type Targets = Readonly<{
  to: Readonly<{ hash: string }> | null;
  failure: Readonly<{ call: Readonly<{ to: Readonly<{ hash: string }> | null }> | null }> | null;
}>;
/** The parts of a transaction that may contain token amounts. */
type Transaction = Targets &
  Readonly<{
    decoded_input: Call | null;
    declared_inputs: TargetedCall['declared_inputs'];
    nested_calls: readonly TargetedCall[];
    decoded_revert_reason: Readonly<{ method_call: string }> | null;
  }>;
type Approval = Readonly<{ token: string; kind: string }>;

/** The contract that failed: that of the failing inner call, else the one called. */
export function failedContract({ to, failure }: Targets): string | undefined {
  return failure?.call?.to?.hash ?? to?.hash;
}

/** Candidate tokens of a transaction's amounts: the contracts of its calls, error and approvals. */
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
  const approved = approvals.flatMap(({ token, kind }) => (kind === 'amount' ? [token] : []));
  return [...new Set([...approved, ...called, ...(failed === undefined ? [] : [failed])])];
}
