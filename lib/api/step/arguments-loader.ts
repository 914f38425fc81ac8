import { setTimeout as delay } from 'node:timers/promises';
import type { CallContext } from '@/lib/api/implement';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { type Argument, argumentsOnStack, decodeArguments } from '@/lib/evm/arguments';
import { functionAt, markEntries } from '@/lib/evm/locate-failure';
import type { SourceRange } from '@/lib/evm/source-map';
import type { StepTrace } from '@/lib/evm/step-trace';
import type { MessageCode } from '@/lib/messages/message';
import { type Code, REASONS } from './trace-loader';

/** A step and where it is. */
type Placed = Readonly<{ code: Code; trace: StepTrace; step: number; range: SourceRange }>;

/** A trace of a million steps takes a node half a minute: the page does not wait for a second one of so many. */
const LONG = { steps: 200_000, waitMs: 1_000 };

/** What is known of arguments; `reason` says why nothing is. */
type FoundArguments = Readonly<{
  arguments: readonly Argument[] | undefined;
  reason: MessageCode | undefined;
}>;

const known = (given: readonly Argument[]): FoundArguments => ({ arguments: given, reason: undefined });
const unknown = (reason: MessageCode | undefined): FoundArguments => ({ arguments: undefined, reason });

/**
 * The arguments of the function that a step is in: from the call data where it was entered from outside and calls itself
 * nowhere, else from the stack, by what it was at the function's first instruction.
 */
export async function loadArguments(
  { db, services }: CallContext,
  row: TransactionRow,
  { code: { outline, sources }, trace, step, range }: Placed,
): Promise<FoundArguments> {
  const { state } = trace;
  const current = functionAt(outline, range);
  const call = state?.calls.at(-1);
  if (!state || !call || !current?.parameters) return unknown(undefined);
  if (current.parameters.length === 0) return known([]);
  const given = decodeArguments(current, state.input);
  // an optimizer may put it in its own place, so that how often it was entered does not tell
  if (given && !current.isRecursive) return known(given);
  // of code that is generated through the IR, the stack is in no known order
  if (sources.input.input.settings.viaIR === true) return unknown('arguments_through_ir');
  const bits = markEntries(outline, current);
  const wanted = { kind: 'code', from: step + 1, code: null, call: call.call, bits, isLast: true } as const;
  const asked = services.stepTraces(db.chainId, row.hash, wanted);
  const late = () => delay(LONG.waitMs, { kind: 'unavailable' } as const, { ref: false });
  const traced = await (trace.total > LONG.steps ? Promise.race([asked, late()]) : asked);
  if (traced.kind !== 'answered') return unknown(REASONS[traced.kind]);
  const { found, foundStack, foundStackSize } = traced.value;
  if (found === undefined) return unknown('arguments_not_on_stack');
  const now = { words: state.stack, size: state.stackSize };
  const stacked = argumentsOnStack(current, { words: foundStack, size: foundStackSize }, now);
  return stacked ? known(stacked) : unknown('arguments_not_on_stack');
}
