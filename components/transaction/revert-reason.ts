import type { Transaction } from '@/lib/endpoints/transaction';

/** The revert reason of a transaction's own call as text; null if it returned none. */
export function tellRevertReason({ failure, revert_reason: reason }: Transaction): string | null {
  if (failure?.reason) return failure.reason;
  if (reason === null) return null;
  if ('raw' in reason) return reason.raw;
  const name = reason.method_call.split('(', 1)[0];
  const values = reason.parameters.map(({ value }) => (typeof value === 'string' ? value : '[…]'));
  return name === 'Error' ? values.join() : `${name}(${values.join(', ')})`;
}
