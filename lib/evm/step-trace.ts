import { hexToBuffer, isHexData } from './hex';
import { isRecord } from './is-record';
import { MAX_CALLS, MAX_INIT, MAX_STACK, MAX_STATE_BYTES, MAX_TOUCHED } from './step-tracer';

/** An instruction before it is executed: `gas` is what is left, `stack` the first words, the top first. */
export type Step = Readonly<{
  index: number;
  pc: number;
  opcode: number;
  gas: number | null;
  /** What is gone at the next instruction of the call, with all that calls inside used; null at the last one. */
  cost: number | null;
  depth: number;
  /** The number of the call; -1 for that of a precompiled contract. */
  call: number;
  stack: readonly bigint[];
}>;

/** An access of the storage of an account; of a read, the value is null until it is known. */
type TouchedSlot = Readonly<{ step: number; slot: bigint; value: bigint | null; isWrite: boolean }>;

/** A call that is open at a step; `last` is the last step within it, or within calls inside it. */
export type OpenCall = Readonly<{
  type: string;
  /** The account whose code runs; of a creation the contract that it creates, null where that is not known. */
  code: Buffer | null;
  call: number;
  first: number;
  last: number;
  /** Of the innermost, if it creates a contract: the init code. Otherwise empty. */
  init: Buffer;
}>;

/** What a step finds; bytes are cut, sizes are whole. */
export type StepState = Readonly<{
  /** Whose storage is used; null where that is not known. */
  account: Buffer | null;
  stack: readonly bigint[];
  stackSize: number;
  memory: Buffer;
  memoryFrom: number;
  memorySize: number;
  input: Buffer;
  inputSize: number;
  returned: Buffer;
  returnedSize: number;
  touched: readonly TouchedSlot[];
  isTouchedCut: boolean;
  /** From the outermost that is read to the innermost. */
  calls: readonly OpenCall[];
}>;

/** What can be gone to from a step. */
const TARGETS = ['over', 'out', 'call', 'storage_write', 'log', 'revert'] as const;
/** Step numbers by what is there; what is missing is not there. */
export type Targets = Readonly<Partial<Record<(typeof TARGETS)[number], number>>>;

/** Steps around one; `state` is undefined if the transaction has not as many, `found` if nothing matched a search. */
export type StepTrace = Readonly<{
  total: number;
  found: number | undefined;
  /** The program counter of the step that was found. */
  foundPc: number | undefined;
  /** The first words of the stack that it found, the top first, and how many there are. */
  foundStack: readonly bigint[];
  foundStackSize: number;
  steps: readonly Step[];
  state: StepState | undefined;
  next: Targets;
  previous: Targets;
  failure: number | null;
  /** The transaction has more steps than are known. */
  isCut: boolean;
}>;

const MAX_STEPS = 500;
const MAX_DEPTH = 2_000;
const WORD = /^[0-9a-f]{1,64}$/;
const TYPES = ['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2'];

/** Reads the answer of the step tracer; undefined for anything else. */
export function readStepTrace(answer: unknown): StepTrace | undefined {
  if (!isRecord(answer) || !isCount(answer.total)) return undefined;
  const { total, found, foundPc, failure } = answer;
  const steps = readList(answer.steps, MAX_STEPS, readStep);
  const state = answer.state === null ? null : readState(answer.state);
  const [next, previous] = [readTargets(answer.next, total), readTargets(answer.previous, total)];
  const foundStack = readList(answer.foundWords ?? [], MAX_STACK.found, readWord);
  if (!steps || state === undefined || !next || !previous || !foundStack) return undefined;
  const isWithin = (step: unknown): step is number => isCount(step) && step < total;
  return {
    ...{ total, steps, next, previous, state: state ?? undefined },
    found: isWithin(found) ? found : undefined,
    foundPc: isCount(foundPc) ? foundPc : undefined,
    ...{ foundStack, foundStackSize: isCount(answer.foundSize) ? answer.foundSize : 0 },
    failure: isWithin(failure) ? failure : null,
    isCut: answer.isCut === true,
  };
}

function readStep(value: unknown): Step | undefined {
  if (!Array.isArray(value)) return undefined;
  const [index, pc, opcode, gas, cost, depth, call, words]: readonly unknown[] = value;
  const stack = readList(words, MAX_STACK.around, readWord);
  if (!isCount(index) || !isCount(pc) || !isCount(opcode) || opcode > 255 || !stack) return undefined;
  if (!isCount(depth) || depth > MAX_DEPTH || !isNumber(call)) return undefined;
  // a lie about gas is no reason to hide the rest
  return {
    ...{ index, pc, opcode, depth, call, stack },
    gas: isCount(gas) ? gas : null,
    cost: isCount(cost) ? cost : null,
  };
}

function readState(value: unknown): StepState | undefined {
  if (!isRecord(value)) return undefined;
  const [account, memory] = [readAccount(value.account), readBytes(value.memory, MAX_STATE_BYTES)];
  const [input, returned] = [readBytes(value.input, MAX_STATE_BYTES), readBytes(value.ret, MAX_STATE_BYTES)];
  const stack = readList(value.stack, MAX_STACK.state, readWord);
  const touched = readList(value.touched, MAX_TOUCHED, readTouched);
  const calls = readList(value.calls, MAX_CALLS, readCall);
  const { stackSize, memoryFrom, memorySize, inputSize, retSize } = value;
  if (account === undefined || !memory || !input || !returned || !stack || !touched || !calls?.length)
    return undefined;
  if (!isCount(stackSize) || !isCount(memoryFrom) || !isCount(memorySize)) return undefined;
  if (!isCount(inputSize) || !isCount(retSize)) return undefined;
  return {
    ...{ account, stack, stackSize, memory, memoryFrom, memorySize, input, inputSize },
    ...{ returned, returnedSize: retSize, touched, calls, isTouchedCut: value.isTouchedCut === true },
  };
}

function readTouched(value: unknown): TouchedSlot | undefined {
  if (!Array.isArray(value)) return undefined;
  const [step, slot, given, isWrite]: readonly unknown[] = value;
  const [name, word] = [readWord(slot), given === null ? null : readWord(given)];
  if (!isCount(step) || name === undefined || word === undefined) return undefined;
  return { step, slot: name, value: word, isWrite: isWrite === true };
}

function readCall(value: unknown): OpenCall | undefined {
  if (!isRecord(value)) return undefined;
  const { call, first, last } = value;
  const [code, init] = [readAccount(value.code), readBytes(value.init, MAX_INIT)];
  const type = TYPES.find((known) => known === value.type);
  if (type === undefined || code === undefined || !init) return undefined;
  if (!isNumber(call) || !isCount(first) || !isNumber(last)) return undefined;
  return { type, code, call, first, last, init };
}

function readTargets(value: unknown, total: number): Targets | undefined {
  if (!isRecord(value)) return undefined;
  const known = TARGETS.flatMap((name) => {
    const step = value[name];
    return isCount(step) && step < total ? [[name, step] as const] : [];
  });
  return Object.fromEntries(known);
}

function readList<T>(value: unknown, max: number, read: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value) || value.length > max) return undefined;
  const known: T[] = [];
  for (const item of value) {
    const one = read(item);
    if (one === undefined) return undefined;
    known.push(one);
  }
  return known;
}

function readAccount(value: unknown): Buffer | null | undefined {
  if (value === null) return null;
  const account = readBytes(value, 20);
  return account?.length === 20 ? account : undefined;
}

const readBytes = (value: unknown, max: number) =>
  isHexData(value) && value.length <= 2 + 2 * max ? hexToBuffer(value) : undefined;
const readWord = (value: unknown) =>
  typeof value === 'string' && WORD.test(value) ? BigInt(`0x${value}`) : undefined;
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= -1;
const isCount = (value: unknown): value is number => isNumber(value) && value >= 0;
