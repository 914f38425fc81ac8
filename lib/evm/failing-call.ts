/** Depths are relative; `error` is null unless it failed; `output` is null if unknown. */
type CallOutcome = Readonly<{ depth: number; error: unknown; output: Buffer | null }>;

/**
 * The innermost call that caused a failure, from the inner calls in execution order and the output of the failed call. The
 * cause is inside when the last call failed, or a failed one returned the same bytes; undefined otherwise.
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
