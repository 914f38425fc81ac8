import type { Address } from '@/lib/endpoints/address-mention';
import type { Transaction } from '@/lib/endpoints/transaction';

/** What a transaction does, for titles and for the page's sentence. */
type TransactionSummary = Readonly<{
  hasValue: boolean;
  action:
    | { kind: 'create'; contract: Address | null }
    | { kind: 'send'; to: Address }
    | { kind: 'call'; to: Address; method: string | null };
}>;

/** A creation has no receiver; a call is named by its method or, without one, by its receiver. */
export function summarizeTransaction(transaction: Transaction): TransactionSummary {
  const { to, created_contract: contract, method, value } = transaction;
  const hasValue = value !== '0';
  if (to === null) return { hasValue, action: { kind: 'create', contract } };
  if (method === null && to.is_contract !== true) return { hasValue, action: { kind: 'send', to } };
  return { hasValue, action: { kind: 'call', to, method } };
}
