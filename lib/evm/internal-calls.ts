import { hexToBuffer, isHexData, isHexOfLength, quantityToBigint } from './hex';
import { INTERNAL_TYPES, type InternalType, MAX_CALLS } from './internal-types';
import type { TracedCall } from './traces';
import { ZERO_ADDRESS } from './zero-address';

/**
 * A call of a transaction. `index` is its execution order from 0 (the outermost), `depth` the number of enclosing
 * calls. `value` in wei is 0 for calls that inherit it. `input`, and `output` of a failed call, are cut to 512
 * bytes; `inputSize` is the full length. `isReverted`: it or an enclosing call failed. Gas is null when the node omits
 * it.
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
  isReverted: boolean;
}>;

/** The first 10,000 calls without an outermost call (but with an outermost creation), and the total count. */
export type InternalCalls = Readonly<{ calls: readonly InternalCall[]; callsCount: number }>;

const MAX_BYTES = 512;
/** Of a call that is decoded to be shown, not to be stored. */
const MAX_SHOWN_BYTES = 16 * 1024;
const MAX_ERROR_LENGTH = 200;
const INHERITS_VALUE: ReadonlySet<InternalType> = new Set(['callcode', 'delegatecall', 'staticcall']);
const CREATIONS: ReadonlySet<InternalType> = new Set(['create', 'create2']);

/** Decodes a trace into the calls to store. */
export function decodeCalls(traced: readonly TracedCall[]): InternalCalls {
  const calls: InternalCall[] = [];
  let index = 0;
  let hiddenRoot = 0;
  for (const raw of traced) {
    const type = INTERNAL_TYPES.find((word) => word === raw.type);
    if (type === undefined || !isHexOfLength(raw.from, 20)) continue;
    if (raw.depth === 0 && !CREATIONS.has(type)) hiddenRoot = 1;
    else if (calls.length < MAX_CALLS) calls.push(decodeCall(raw, type, { index, maxBytes: MAX_BYTES }));
    index += 1;
  }
  return { calls, callsCount: index - hiddenRoot };
}

/**
 * Decodes a trace into the calls to show: the outermost one too, with the output of those that succeeded, and up to 16
 * KB of each input and output. `index` is the same as of stored calls.
 */
export function decodeWholeCalls(traced: readonly TracedCall[]): InternalCalls {
  const calls: InternalCall[] = [];
  let index = 0;
  for (const raw of traced) {
    const type = INTERNAL_TYPES.find((word) => word === raw.type);
    if (type === undefined || !isHexOfLength(raw.from, 20)) continue;
    if (calls.length < MAX_CALLS) {
      const call = decodeCall(raw, type, { index, maxBytes: MAX_SHOWN_BYTES });
      const output =
        CREATIONS.has(type) && raw.error === null ? null : readBytes(raw.output, MAX_SHOWN_BYTES);
      calls.push({ ...call, output });
    }
    index += 1;
  }
  return { calls, callsCount: index };
}

function decodeCall(
  raw: TracedCall,
  type: InternalType,
  { index, maxBytes }: { index: number; maxBytes: number },
): InternalCall {
  const error = raw.error?.slice(0, MAX_ERROR_LENGTH) ?? null;
  const isCreation = CREATIONS.has(type);
  return {
    index,
    depth: raw.depth,
    type,
    from: readAddress(raw.from) ?? ZERO_ADDRESS,
    to: isCreation ? null : readAddress(raw.to),
    createdContract: isCreation && error === null ? readAddress(raw.created) : null,
    value: INHERITS_VALUE.has(type) ? 0n : (readQuantity(raw.value) ?? 0n),
    gasLimit: readQuantity(raw.gas),
    gasUsed: readQuantity(raw.gasUsed),
    input: readBytes(raw.input, maxBytes),
    inputSize: typeof raw.input === 'string' ? Math.max(0, (raw.input.length - 2) >> 1) : 0,
    output: error === null ? null : readBytes(raw.output, maxBytes),
    error,
    isReverted: raw.isReverted,
  };
}

function readAddress(value: unknown): Buffer | null {
  return isHexOfLength(value, 20) ? hexToBuffer(value) : null;
}

function readBytes(value: unknown, maxBytes: number): Buffer {
  const start = typeof value === 'string' ? value.slice(0, 2 + 2 * maxBytes) : value;
  return isHexData(start) ? hexToBuffer(start) : EMPTY;
}

const EMPTY = Buffer.alloc(0);

function readQuantity(value: unknown): bigint | null {
  if (typeof value !== 'string') return null;
  try {
    return quantityToBigint(value);
  } catch {
    return null;
  }
}
