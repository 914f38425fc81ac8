/** Depth counts from any number; `error` is null unless it failed; `output` is what it returned, null if not known. */
type CallOutcome = Readonly<{ depth: number; error: unknown; output: Buffer | null }>;

/**
 * The innermost call that made a failed one fail, from the calls inside that one in execution order, and what that one
 * returned. A failure came from inside when the last call failed, or one that failed returned the same bytes; undefined
 * if it did not.
 */
export function findFailingCall<C extends CallOutcome>(
  calls: readonly C[],
  output: Buffer | null,
): C | undefined {
  const depth = calls[0]?.depth;
  const direct = [...calls.entries()].filter(([, call]) => call.depth === depth);
  const rank = direct.findLastIndex(
    ([, call], at) => call.error !== null && (at === direct.length - 1 || isSame(call.output, output)),
  );
  const [at, cause] = direct[rank] ?? [];
  if (at === undefined || cause === undefined) return undefined;
  return findFailingCall(calls.slice(at + 1, direct[rank + 1]?.[0]), cause.output) ?? cause;
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one !== null && other !== null && one.length > 0 && one.equals(other);
}
