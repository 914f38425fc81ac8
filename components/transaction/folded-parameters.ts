import type { Transaction } from '@/lib/endpoints/transaction';

type Call = NonNullable<Transaction['decoded_input']>;

/** The parameters of a call that hold nothing but calls which are decoded beside it. */
export function foldedParameters(call: Call, nested: Transaction['nested_calls']): ReadonlySet<string> {
  const decoded = new Set(nested.filter(({ depth }) => depth === 1).map(({ parameter }) => parameter));
  const folded = call.parameters.filter(({ name, value }) =>
    typeof value === 'string'
      ? decoded.has(name)
      : value.length > 0 && value.every((_, index) => decoded.has(`${name}[${index}]`)),
  );
  return new Set(folded.map(({ name }) => name));
}
