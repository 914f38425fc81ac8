import type { Address } from '@/lib/endpoints/address-mention';
import type { Transaction } from '@/lib/endpoints/transaction';
import { verbsOf } from './verbs';

/** What a transaction does, for titles and for the page's sentence. */
type TransactionSummary = Readonly<{
  verb: string;
  hasValue: boolean;
  action:
    | { kind: 'create'; contract: Address | null }
    | { kind: 'send'; to: Address }
    | { kind: 'call'; to: Address; method: string | null };
}>;

/** A creation has no receiver; a call is named by its method or, without one, by its receiver. */
export function summarizeTransaction(transaction: Transaction): TransactionSummary {
  const { to, created_contract: contract, method, value } = transaction;
  const verbs = verbsOf(transaction);
  const hasValue = value !== '0';
  if (to === null) return { verb: verbs.create, hasValue, action: { kind: 'create', contract } };
  if (method === null && to.is_contract !== true)
    return { verb: verbs.send, hasValue, action: { kind: 'send', to } };
  return { verb: verbs.call, hasValue, action: { kind: 'call', to, method } };
}
