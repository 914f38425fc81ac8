import { create2Address } from './create2-address';
import { bufferToHex, hexToBuffer, isHexData } from './hex';
import { isRecord } from './is-record';
import { keccak256 } from './keccak';
import { nameOpcode } from './opcodes';

/** What struct logs do not tell of a transaction. `account` is whose code runs: of a creation, the new contract. */
export type Replayed = Readonly<{ account: Buffer; input: Buffer; isCreation: boolean }>;

/** Runs a tracer over struct logs. */
export type Replay = Readonly<{
  /** Takes the next one; false once it has enough, or they are malformed. */
  push(log: unknown): boolean;
  /** What the tracer answers, given the rest of the trace; undefined for none. `isCut`: not all of it was read. */
  end(rest: unknown, isCut: boolean): ReplayedAnswer | undefined;
}>;

/** What the tracer answers. */
export type ReplayedAnswer = Readonly<Record<string, unknown> & { isCut: boolean }>;

type Log = Readonly<{
  pc: number;
  op: number;
  gas: number;
  cost: number;
  depth: number;
  stack: unknown[];
  memory: unknown[];
}>;
type Frame = {
  type: string;
  account: string;
  code: string;
  input: Buffer;
  first?: Log;
  last: Log | undefined;
};
type Tracer = Record<'step' | 'enter' | 'exit' | 'result', (given: object) => unknown>;

/** Of input and output, what is read: no tracer takes more. */
const MAX_BYTES = 131_072;
const WORD = 32;
/** Of a byte of code that a creation stores. */
const DEPOSIT_GAS = 200;
const [RETURN, CREATE2, REVERT] = [0xf3, 0xf5, 0xfd];
/** A call that ends with one of them succeeds. */
const DONE: ReadonlySet<number> = new Set([0x00, RETURN, 0xff]);
const CALLS: ReadonlyMap<number, string> = new Map(
  [0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa].map((op) => [op, nameOpcode(op)]),
);
const OPCODES: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: 256 }, (_, op) => [nameOpcode(op), op] as const),
  ...([
    ['SHA3', 0x20],
    ['DIFFICULTY', 0x44],
    ['SUICIDE', 0xff],
  ] as const),
]);
const INVALID = 0xfe;

/**
 * Runs a tracer in JavaScript over the struct logs of a transaction, for nodes that run none: it is told what a node would
 * tell it, of at most so many steps. Struct logs do not say where a contract is created until it is: the address of one that
 * is not is null, unless it follows from the init code.
 */
export function createReplay(tracer: string, transaction: Replayed, maxSteps: number): Replay {
  const run: Tracer = new Function('toHex', `return ${tracer}`)(toHex);
  const calls = createCalls(run, transaction);
  let [steps, isMalformed] = [0, false];
  const push = (value: unknown): boolean => {
    if (steps === maxSteps) return false;
    steps += 1;
    try {
      const log = readLog(value);
      const frame = calls.reach(log);
      run.step(viewOf(log, frame));
      frame.first ??= log;
      frame.last = log;
    } catch {
      isMalformed = true;
    }
    return !isMalformed;
  };
  const end: Replay['end'] = (rest, isCut) => {
    if (isMalformed || !isRecord(rest) || typeof rest.failed !== 'boolean') return undefined;
    if (!isCut) calls.leaveAll();
    const { account, input, isCreation } = transaction;
    const output = `0x${String(rest.returnValue ?? '').replace(/^0x/, '')}`;
    const answer = run.result({
      ...{ type: isCreation ? 'CREATE' : 'CALL', to: account, input },
      ...(isHexData(output) && { output: hexToBuffer(output) }),
      ...(rest.failed && !isCut && { error: nameError(calls.first) }),
    });
    return { ...calls.name(answer), isCut };
  };
  return { push, end };
}

/** The calls that are open. */
function createCalls(run: Tracer, { account, input, isCreation }: Replayed) {
  const outermost = bufferToHex(account);
  const first: Frame = {
    ...{ type: 'CALL', account: outermost, code: outermost, last: undefined },
    input: isCreation ? Buffer.alloc(0) : input,
  };
  const open = [first];
  const created = new Map<string, string | null>();
  const top = () => open.at(-1) ?? first;
  const enter = (log: Log): void => {
    const { input: given, ...frame } = readCall(log, top(), `create:${created.size}`);
    const isCreate = frame.type.startsWith('CREATE');
    if (isCreate) created.set(frame.code, predictAddress(log, top().account));
    run.enter({ getType: () => frame.type, getTo: () => frame.code, getInput: () => given });
    open.push({ ...frame, input: isCreate ? Buffer.alloc(0) : given, last: undefined });
  };
  /** Where it is not known what comes next, the last instruction tells whether the call succeeded. */
  const leave = (next?: Log): void => {
    const frame = open.pop() ?? first;
    const { last, code } = frame;
    const word = next && peek(next, 0);
    const isOk = word === undefined ? DONE.has(last?.op ?? 0) : word > 0n;
    if (isOk && word !== undefined && created.has(code)) created.set(code, addressOf(word));
    const output = last === undefined ? readOutput(top().last, next) : outputOf(last, isOk);
    run.exit({
      getError: () => (isOk ? undefined : nameError(frame)),
      getOutput: () => output,
      getGasUsed: () => gasOf(frame, isOk ? output.length : 0),
    });
  };
  const reach = (log: Log): Frame => {
    const { last } = top();
    const isCall = last !== undefined && CALLS.has(last.op);
    if (log.depth > open.length + 1 || log.depth < 1) throw new TypeError('no such depth');
    if (log.depth > open.length && !isCall) throw new TypeError('no call');
    if (isCall && log.depth >= open.length) enter(last);
    while (open.length > log.depth) leave(open.length === log.depth + 1 ? log : undefined);
    return top();
  };
  const leaveAll = () => {
    while (open.length > 1) leave();
  };
  /** Once all is read, what was created has an address. */
  const name = (answer: unknown): object =>
    JSON.parse(JSON.stringify(answer), (_, value) => (created.has(value) ? created.get(value) : value));
  return { reach, leaveAll, name, first };
}

const nameError = ({ last }: Frame) => (last?.op === REVERT ? 'execution reverted' : 'failed');

/** What a call used that ended by itself; a creation pays for the code that it stores. */
function gasOf({ type, first, last }: Frame, size: number): number | undefined {
  const deposit = type.startsWith('CREATE') ? DEPOSIT_GAS * size : 0;
  return first && last && first.gas - last.gas + last.cost + deposit;
}

/** Where CREATE2 creates; CREATE does by a nonce that struct logs do not tell. */
function predictAddress(log: Log, creator: string): string | null {
  const size = peek(log, 2);
  if (log.op !== CREATE2 || size > MAX_BYTES || !isHexData(creator)) return null;
  const salt = Buffer.from(hexOf(log.stack.at(-4)).padStart(2 * WORD, '0'), 'hex');
  const initCodeHash = keccak256(regionOf(log, peek(log, 1), size));
  return bufferToHex(create2Address(hexToBuffer(creator), salt, initCodeHash));
}

function readCall(log: Log, caller: Frame, created: string): Omit<Frame, 'last'> {
  const type = CALLS.get(log.op) ?? '';
  if (type.startsWith('CREATE'))
    return { type, account: created, code: created, input: regionOf(log, peek(log, 1), peek(log, 2)) };
  const hasValue = type === 'CALL' || type === 'CALLCODE';
  const at = hasValue ? 3 : 2;
  const code = addressOf(peek(log, 1));
  const isOwn = type === 'CALL' || type === 'STATICCALL';
  return {
    ...{ type, code, account: isOwn ? code : caller.account },
    input: regionOf(log, peek(log, at), peek(log, at + 1)),
  };
}

/** What a precompiled contract wrote to the memory of its caller. */
function readOutput(call: Log | undefined, next: Log | undefined): Buffer {
  const type = call && CALLS.get(call.op);
  if (!call || !next || !type || type.startsWith('CREATE') || peek(call, 1) >= 0x10000n)
    return Buffer.alloc(0);
  const at = type === 'CALL' || type === 'CALLCODE' ? 5 : 4;
  return regionOf(next, peek(call, at), peek(call, at + 1));
}

function outputOf(last: Log, isOk: boolean): Buffer {
  const hasOutput = isOk ? last.op === RETURN : last.op === REVERT;
  return hasOutput ? regionOf(last, peek(last, 0), peek(last, 1)) : Buffer.alloc(0);
}

/** What a tracer is given of a step. */
function viewOf(log: Log, { account, input }: Frame): object {
  return {
    op: { toNumber: () => log.op },
    stack: { length: () => log.stack.length, peek: (at: number) => peek(log, at) },
    memory: {
      length: () => WORD * log.memory.length,
      slice: (from: number, to: number) => bytesOf(log, from, to),
    },
    contract: { getAddress: () => account, getInput: () => input },
    getPC: () => log.pc,
    getGas: () => log.gas,
  };
}

function readLog(value: unknown): Log {
  if (!isRecord(value)) throw new TypeError('no struct log');
  const { op, stack, memory } = value;
  if (typeof op !== 'string' || !Array.isArray(stack)) throw new TypeError('no instruction');
  const [pc, gas, depth] = [value.pc, value.gas, value.depth].map(Number);
  if (!isCount(pc) || !isCount(gas) || !isCount(depth)) throw new TypeError('no numbers');
  const undefinedOp = /0x([0-9a-f]{1,2})\b/i.exec(op)?.[1];
  const known = OPCODES.get(op) ?? (undefinedOp === undefined ? INVALID : Number.parseInt(undefinedOp, 16));
  const cost = Number(value.gasCost);
  return {
    ...{ pc, gas, depth, stack, op: known, cost: isCount(cost) ? cost : 0 },
    memory: Array.isArray(memory) ? memory : [],
  };
}

/** A word of the stack, 0 for the top. */
const peek = ({ stack }: Log, at: number): bigint => BigInt(`0x${hexOf(stack.at(-1 - at))}`);

/** Bytes of memory; beyond its end are zeros. */
function regionOf(log: Log, from: bigint, size: bigint): Buffer {
  const length = Math.min(Number(size), MAX_BYTES);
  return length === 0 ? Buffer.alloc(0) : bytesOf(log, Number(from), Number(from) + length);
}

function bytesOf({ memory }: Log, from: number, to: number): Buffer {
  const [first, last] = [Math.floor(from / WORD), Math.ceil(to / WORD)];
  const words = memory.slice(first, last).map((word) => hexOf(word).padStart(2 * WORD, '0'));
  const bytes = Buffer.alloc(to - from);
  Buffer.from(words.join(''), 'hex')
    .subarray(from - WORD * first)
    .copy(bytes);
  return bytes;
}

function hexOf(word: unknown): string {
  if (typeof word !== 'string' || word.length > 2 + 2 * WORD) throw new TypeError('no word');
  return word.startsWith('0x') ? word.slice(2) : word;
}

const addressOf = (word: bigint) => `0x${word.toString(16).padStart(40, '0').slice(-40)}`;
const toHex = (bytes: unknown) => (bytes instanceof Uint8Array ? bufferToHex(bytes) : bytes);
const isCount = (value: number | undefined): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
