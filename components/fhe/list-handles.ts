import type { GraphOperation } from '@/lib/fhe/graph-operation';
import type { FheAccess } from '@/lib/fhe/read-access';

/** A ciphertext, with its name on the page and the operation that produced it, if any: its log, and its number from 1. */
export type ListedHandle = Readonly<{
  handle: string;
  name: string | null;
  producer: Readonly<{ logIndex: number; number: number }> | null;
}>;

/** Ciphertexts that the operations took from outside, then results and others to which access was granted. */
export function listHandles(operations: readonly GraphOperation[], access: FheAccess): ListedHandle[] {
  const outside = new Map<string, ListedHandle>();
  const results = new Map<string, ListedHandle>();
  for (const [index, { operands, handle, name, logIndex }] of operations.entries()) {
    for (const operand of operands)
      if (operand.handle !== null && operand.producer === null)
        outside.set(operand.handle, { handle: operand.handle, name: operand.name, producer: null });
    results.set(handle, { handle, name, producer: { logIndex, number: index + 1 } });
  }
  const granted = new Set([...access.inputs.keys(), ...access.allowed.keys(), ...access.open]);
  const others = [...granted].filter((handle) => !outside.has(handle));
  return [
    ...outside.values(),
    ...others.map((handle) => results.get(handle) ?? { handle, name: null, producer: null }),
  ];
}
