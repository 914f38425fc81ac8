import type { Transaction } from '@/lib/endpoints/transaction';

/** Where in the arguments of a call its nested calls stand: of the transaction's call, or of the nested one at `index`. */
export function listDecodedBytes(nested: Transaction['nested_calls'], index = -1): ReadonlySet<string> {
  const depth = nested[index]?.depth ?? 0;
  const later = nested.slice(index + 1);
  const end = later.findIndex((one) => one.depth <= depth);
  const inner = end === -1 ? later : later.slice(0, end);
  return new Set(inner.filter((one) => one.depth === depth + 1).map(({ parameter }) => parameter));
}
