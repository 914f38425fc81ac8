import type { Transaction } from '@/lib/endpoints/transaction';
import type { LoggedApproval } from '@/lib/endpoints/transaction-overview';

/**
 * Whether a call of the transaction, or one in its input, is a `permit` of this approval's owner (EIP-2612, Permit2): it
 * then came by signature.
 */
export function isPermit({ owner, spender }: LoggedApproval, transaction: Transaction): boolean {
  const outer = transaction.decoded_input;
  const calls = [...(outer === null ? [] : [outer]), ...transaction.nested_calls.map(({ call }) => call)];
  return calls.some(({ method_call: text, parameters }) => {
    if (!/^permit(Single|Batch)?\(/.test(text)) return false;
    const signer = parameters[0]?.value;
    return isSame(signer, owner) && parameters.some(({ value }) => holds(value, spender));
  });
}

type Value = NonNullable<Transaction['decoded_input']>['parameters'][number]['value'];

function holds(value: Value, address: string): boolean {
  return typeof value === 'string' ? isSame(value, address) : value.some((part) => holds(part, address));
}

const isSame = (value: Value | undefined, address: string) =>
  typeof value === 'string' && value.toLowerCase() === address.toLowerCase();
