import type { CallFrame } from '@/lib/endpoints/call-tree';

type Repeats = Readonly<{ first: CallFrame; repeated: readonly CallFrame[] }>;

/** Calls in order, those that do the same as the one before it and call nothing with it; none that `isApart`. */
export function countRepeats(
  calls: readonly CallFrame[],
  isApart: (call: CallFrame) => boolean,
): readonly Repeats[] {
  const groups: { first: CallFrame; repeated: CallFrame[] }[] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (last && !isApart(call) && isRepeat(last.first, call)) last.repeated.push(call);
    else groups.push({ first: call, repeated: [] });
  }
  return groups;
}

/** The API cuts long inputs: of those it is not known. */
function isRepeat(first: CallFrame, call: CallFrame): boolean {
  return (
    first.calls_count + call.calls_count === 0 &&
    !first.is_failing &&
    !call.is_failing &&
    call.input_size <= (call.input.length - 2) / 2 &&
    keyOf(first) === keyOf(call)
  );
}

function keyOf({
  type,
  from,
  to,
  created_contract: created,
  value,
  input,
  output,
  error,
}: CallFrame): string {
  return [type, from.hash, to?.hash, created?.hash, value, input, output, error].join(' ');
}
