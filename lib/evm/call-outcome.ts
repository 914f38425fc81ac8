/** The error of a call that ended without one, but inside a call that failed: nothing of what it did stayed. */
export const REVERTED_BY_PARENT = 'Reverted by parent';

type EndedCall = Readonly<{
  depth: number;
  error: string | null;
  isReverted: boolean;
  createdContract: Buffer | null;
}>;

/** The error of a call, also where only a call around it failed, and the contract that it created, if that stayed. */
export function outcomeOf({ depth, error, isReverted, createdContract }: EndedCall) {
  if (!isReverted) return { error, created: createdContract };
  // not every trace of a failed transaction has the error of its outermost call
  return { error: error ?? (depth === 0 ? 'execution reverted' : REVERTED_BY_PARENT), created: null };
}
