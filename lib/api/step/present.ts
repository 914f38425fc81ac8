import { presentAddress, presentOptionalAddress } from '@/lib/api/address/present';
import { openSource } from '@/lib/api/failing-line/source-text';
import type { Step as Answer, StepPage } from '@/lib/endpoints/step';
import type { Argument } from '@/lib/evm/arguments';
import { bufferToHex } from '@/lib/evm/hex';
import { functionAt } from '@/lib/evm/locate-failure';
import { nameOpcode } from '@/lib/evm/opcodes';
import type { Step, StepState, Targets } from '@/lib/evm/step-trace';
import { message } from '@/lib/messages/message';
import type { LoadedSteps } from './loader';

type Addresses = Parameters<typeof presentAddress>[1];

const SSTORE = 0x55;
const LINES_AROUND = 14;
const MAX_VALUE = 500;

/** Presents the steps around one. */
export function presentSteps(loaded: LoadedSteps, addresses: Addresses): StepPage {
  const { step, trace, place, reason, sourceReason } = loaded;
  const { over = null, out = null } = trace?.next ?? {};
  const count = trace?.total ?? null;
  const isMissing = trace?.state === undefined;
  return {
    step,
    steps_count: trace?.isCut ? null : count,
    steps: (trace?.steps ?? []).map(presentStep),
    state: trace?.state === undefined ? null : presentState(trace.state, addresses),
    source: place === undefined ? null : presentPlace(place, addresses),
    next: { ...presentTargets(trace?.next), over, out },
    previous: presentTargets(trace?.previous),
    failure: trace?.failure ?? null,
    meta:
      reason === undefined
        ? null
        : { status: isMissing ? 'unavailable' : 'partial', ...message(reason, { count: count ?? 0 }) },
    source_meta: sourceReason === undefined ? null : { status: 'unavailable', ...message(sourceReason) },
  };
}

const hexOf = (word: bigint) => `0x${word.toString(16)}`;
const numberOf = (call: number) => (call < 0 ? null : call);

function presentStep({ index, pc, opcode, gas, cost, depth, call, stack }: Step): Answer {
  const words = stack.map(hexOf);
  const [slot, value] = words;
  const isWrite = opcode === SSTORE && slot !== undefined && value !== undefined;
  return {
    ...{ index, pc, opcode: nameOpcode(opcode), gas, cost, depth, call: numberOf(call), stack: words },
    storage_write: isWrite ? { slot, value } : null,
  };
}

function presentState(state: StepState, addresses: Addresses): NonNullable<StepPage['state']> {
  return {
    account: presentOptionalAddress(state.account, addresses),
    stack: state.stack.map(hexOf),
    stack_size: state.stackSize,
    memory: bufferToHex(state.memory),
    memory_from: state.memoryFrom,
    memory_size: state.memorySize,
    input: bufferToHex(state.input),
    input_size: state.inputSize,
    return_data: bufferToHex(state.returned),
    return_data_size: state.returnedSize,
    storage: state.touched.map(({ step, slot, value, isWrite }) => ({
      ...{ step, slot: hexOf(slot), value: value === null ? null : hexOf(value), is_write: isWrite },
    })),
    calls: state.calls.map(({ call, type, code, first, last }) => ({
      ...{ index: numberOf(call), type, address: presentOptionalAddress(code, addresses) },
      ...{ first_step: first, last_step: Math.max(first, last) },
    })),
  };
}

function presentPlace(place: NonNullable<LoadedSteps['place']>, addresses: Addresses): StepPage['source'] {
  const { owner, outline, range, path, text, isExact, arguments: given, argumentsReason: reason } = place;
  const { line, column, text: part, firstLine, lines } = openSource(text).excerpt(range, LINES_AROUND);
  return {
    address: presentAddress(owner, addresses),
    ...{ path, function: functionAt(outline, range)?.name ?? null, line, column, text: part },
    is_exact: isExact,
    arguments: given === undefined ? null : given.map(presentArgument),
    arguments_meta: reason === undefined ? null : { status: 'unavailable', ...message(reason) },
    excerpt: { first_line: firstLine, lines },
  };
}

function presentArgument({ name, type, value }: Argument) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { name, type, value: text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text };
}

const presentTargets = (targets: Targets = {}) => ({
  call: targets.call ?? null,
  storage_write: targets.storage_write ?? null,
  log: targets.log ?? null,
  revert: targets.revert ?? null,
});
