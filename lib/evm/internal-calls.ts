import { hexToBuffer, isHexData, isHexOfLength, quantityToBigint } from './hex';
import { INTERNAL_TYPES, type InternalType, MAX_CALLS } from './internal-types';
import type { CallFrame, ParityTrace } from './traces';

/**
 * One call of a transaction. `index` counts the calls in the order of execution, 0 being the outermost; `depth` is
 * how many calls enclose it. `value` is what it moves in wei: 0 where a call only carries its caller's value. `input`
 * is cut to 512 bytes, `inputSize` is its whole length; `output` is what a failed call returned, cut alike. `error` is
 * the node's text. `isUndone`: it failed, or a call around it did. Gas is null where the node does not tell.
 */
export type InternalCall = Readonly<{
  index: number;
  depth: number;
  type: InternalType;
  from: Buffer;
  to: Buffer | null;
  createdContract: Buffer | null;
  value: bigint;
  gasLimit: bigint | null;
  gasUsed: bigint | null;
  input: Buffer;
  inputSize: number;
  output: Buffer | null;
  error: string | null;
  isUndone: boolean;
}>;

/**
 * The calls of one transaction but for an outermost call, which is the transaction itself (an outermost creation is
 * among them): the first 10,000, and how many there are.
 */
export type InternalCalls = Readonly<{ calls: readonly InternalCall[]; callsCount: number }>;

const MAX_BYTES = 512;
const ERROR_TEXT_LIMIT = 200;
const CARRIED: ReadonlySet<InternalType> = new Set(['callcode', 'delegatecall', 'staticcall']);
const CREATIONS: ReadonlySet<InternalType> = new Set(['create', 'create2']);

/** What both forms of a trace say of one call; nothing of it is trusted. */
type RawCall = Record<
  'type' | 'from' | 'to' | 'created' | 'value' | 'gas' | 'gasUsed' | 'input' | 'output' | 'error',
  unknown
>;
type Place = { index: number; depth: number; isAroundUndone: boolean };

/** The calls of a callTracer frame. Walks without recursion, so a deep trace is no danger. */
export function decodeCallFrames(root: CallFrame): InternalCalls {
  const collected = startCollection();
  const pending = [{ frame: root, depth: 0, isAroundUndone: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { frame, depth, isAroundUndone } = next;
    collect(collected, readFrame(frame), { depth, isAroundUndone });
    const isUndone = isAroundUndone || readError(frame.error) !== null;
    const children = Array.isArray(frame.calls) ? frame.calls : [];
    // Pushed backwards so that calls are met in the order of execution.
    for (let at = children.length - 1; at >= 0; at--) {
      if (isObject(children[at]))
        pending.push({ frame: children[at], depth: depth + 1, isAroundUndone: isUndone });
    }
  }
  return finish(collected);
}

/** The same from the trace_block entries of ONE transaction, in any order; rewards are passed over. */
export function decodeParityCalls(traces: readonly ParityTrace[]): InternalCalls {
  const collected = startCollection();
  const ordered = traces
    .filter((trace) => trace.type !== 'reward')
    .map((trace) => ({ trace, path: readPath(trace.traceAddress) }))
    .sort((left, right) => comparePaths(left.path, right.path));
  // The failures that enclose the call at hand, innermost last.
  const failures: number[] = [];
  for (const { trace, path } of ordered) {
    while ((failures.at(-1) ?? -1) >= path.length) failures.pop();
    collect(collected, readParity(trace), { depth: path.length, isAroundUndone: failures.length > 0 });
    if (readError(trace.error) !== null) failures.push(path.length);
  }
  return finish(collected);
}

type Collection = { calls: InternalCall[]; met: number; hiddenRoot: 0 | 1 };

function startCollection(): Collection {
  return { calls: [], met: 0, hiddenRoot: 0 };
}

function finish({ calls, met, hiddenRoot }: Collection): InternalCalls {
  return { calls, callsCount: met - hiddenRoot };
}

function collect(into: Collection, raw: RawCall, place: Omit<Place, 'index'>): void {
  const type = INTERNAL_TYPES.find((word) => word === raw.type);
  const index = into.met;
  if (type === undefined || !isHexOfLength(raw.from, 20)) return;
  into.met += 1;
  if (place.depth === 0 && !CREATIONS.has(type)) into.hiddenRoot = 1;
  else if (into.calls.length < MAX_CALLS) into.calls.push(decodeCall(raw, type, { ...place, index }));
}

function decodeCall(raw: RawCall, type: InternalType, place: Place): InternalCall {
  const error = readError(raw.error);
  const isCreation = CREATIONS.has(type);
  return {
    index: place.index,
    depth: place.depth,
    type,
    from: readAddress(raw.from) ?? NO_ADDRESS,
    to: isCreation ? null : readAddress(raw.to),
    createdContract: isCreation && error === null ? readAddress(raw.created) : null,
    value: CARRIED.has(type) ? 0n : (readQuantity(raw.value) ?? 0n),
    gasLimit: readQuantity(raw.gas),
    gasUsed: readQuantity(raw.gasUsed),
    input: readBytes(raw.input),
    inputSize: typeof raw.input === 'string' ? Math.max(0, (raw.input.length - 2) >> 1) : 0,
    output: error === null ? null : readBytes(raw.output),
    error,
    isUndone: place.isAroundUndone || error !== null,
  };
}

const NO_ADDRESS = Buffer.alloc(20);

function readFrame(frame: CallFrame): RawCall {
  const { type, from, to, value, gas, gasUsed, input, output, error } = frame;
  const word = typeof type === 'string' ? type.toLowerCase() : type;
  return { type: word, from, to, created: to, value, gas, gasUsed, input, output, error };
}

function readParity({ type, action, result, error }: ParityTrace): RawCall {
  const asked = isObject(action) ? action : {};
  const got = isObject(result) ? result : {};
  if (type === 'suicide' || type === 'selfdestruct') {
    const { address, refundAddress, balance } = asked;
    return { ...NOTHING, type: 'selfdestruct', from: address, to: refundAddress, value: balance, error };
  }
  const { from, to, value, gas, init, input, callType, creationMethod } = asked;
  const { gasUsed, output, address } = got;
  const isCreation = type === 'create';
  const kind = isCreation ? (creationMethod === 'create2' ? 'create2' : 'create') : (callType ?? type);
  const data = isCreation ? init : input;
  return { type: kind, from, to, created: address, value, gas, gasUsed, input: data, output, error };
}

const NOTHING = {
  created: undefined,
  gas: undefined,
  gasUsed: undefined,
  input: undefined,
  output: undefined,
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readPath(traceAddress: unknown): readonly number[] {
  return Array.isArray(traceAddress) ? traceAddress.map(Number) : [];
}

/** A call comes before those inside it, and those before the next one beside it. */
function comparePaths(left: readonly number[], right: readonly number[]): number {
  for (const [at, step] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    if (step !== other) return step - other;
  }
  return left.length - right.length;
}

function readError(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, ERROR_TEXT_LIMIT) : null;
}

function readAddress(value: unknown): Buffer | null {
  return isHexOfLength(value, 20) ? hexToBuffer(value) : null;
}

function readBytes(value: unknown): Buffer {
  const start = typeof value === 'string' ? value.slice(0, 2 + 2 * MAX_BYTES) : value;
  return isHexData(start) ? hexToBuffer(start) : NO_BYTES;
}

const NO_BYTES = Buffer.alloc(0);

function readQuantity(value: unknown): bigint | null {
  if (typeof value !== 'string') return null;
  try {
    return quantityToBigint(value);
  } catch {
    return null;
  }
}
