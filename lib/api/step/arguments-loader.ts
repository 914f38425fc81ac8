import type { CallContext } from '@/lib/api/implement';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { type Argument, argumentsOnStack, decodeArguments } from '@/lib/evm/arguments';
import { functionAt, markEntries } from '@/lib/evm/locate-failure';
import type { SourceRange } from '@/lib/evm/source-map';
import type { StepTrace } from '@/lib/evm/step-trace';
import type { Code } from './trace-loader';

/** A step and where it is. */
type Placed = Readonly<{ code: Code; trace: StepTrace; step: number; range: SourceRange }>;

/**
 * The arguments of the function that a step is in: from the call data where it was entered once, from outside, else from the
 * stack, by what it was at the function's first instruction. Undefined where neither tells.
 */
export async function loadArguments(
  { db, services }: CallContext,
  row: TransactionRow,
  { code: { outline, sources }, trace, step, range }: Placed,
): Promise<readonly Argument[] | undefined> {
  const { state } = trace;
  const current = functionAt(outline, range);
  const call = state?.calls.at(-1);
  if (!state || !call || !current?.parameters) return undefined;
  if (current.parameters.length === 0) return [];
  const given = decodeArguments(current, state.input);
  // the newer code generator orders its stack otherwise
  const isOrdered = sources.input.input.settings.viaIR !== true;
  if (!given && !isOrdered) return undefined;
  const bits = markEntries(outline, current);
  const wanted = { kind: 'code', from: step + 1, code: null, call: call.call, bits, isLast: true } as const;
  const traced = await services.stepTraces(db.chainId, row.hash, wanted);
  if (traced.kind !== 'answered') return undefined;
  const { found, foundStack, foundStackSize, foundCount } = traced.value;
  // it may call itself
  if (given && foundCount <= 1) return given;
  if (found === undefined || !isOrdered) return undefined;
  const now = { words: state.stack, size: state.stackSize };
  return argumentsOnStack(current, { words: foundStack, size: foundStackSize }, now);
}
