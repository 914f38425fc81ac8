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

type InnerCall = Readonly<{
  index: number;
  depth: number;
  type: string;
  from_address: Buffer;
  to_address: Buffer | null;
  input: Buffer;
}>;

/**
 * The contract that passed a call on as a proxy does: by DELEGATECALL, to the code of another contract, for the function that
 * it was called for; null if none did. `calls` are all inner calls in execution order, inputs are selectors; `own` is that of
 * the outermost call.
 */
export function findProxy(calls: readonly InnerCall[], call: InnerCall, own: Buffer): Buffer | null {
  const around = calls.findLast(({ index, depth }) => index < call.index && depth === call.depth - 1);
  const isPassedOn = call.type === 'delegatecall' && isSame(call.input, around?.input ?? own);
  return isPassedOn && !isSame(call.from_address, call.to_address) ? call.from_address : null;
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one !== null && other !== null && one.length > 0 && one.equals(other);
}
