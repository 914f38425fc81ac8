import type { DecodedCall } from './abi';
import type { AbiValue } from './abi-values';
import { decodeExactCall } from './guess-call';
import { bufferToAddress, hexToBuffer } from './hex';
import { decodeKnownCall, type Signatures } from './signatures';
import { decodeRouterCommand } from './universal-router';

/** A call found in the arguments of another one: `depth` is 1 for those of the outermost call. */
type NestedCall = Readonly<{
  depth: number;
  /** The argument that holds it: its name, and its position in arrays. */
  parameter: string;
  /** The target of the call, by the function's arguments; null if unknown. */
  to: string | null;
  call: DecodedCall;
  /** Whether the ABI of its target decodes it, a built-in function, or a guessed one. */
  source: 'contract' | 'known' | 'guess';
}>;

/** Nested calls, and how many there are with those that nothing decodes in lists of calls. */
export type NestedCalls = Readonly<{ calls: readonly NestedCall[]; count: number }>;

/** What decodes a call to `to`: its own ABIs first, where they are known, then general ones. */
export type NestedSources = (to: string | null) => Readonly<{
  own: readonly Signatures[];
  general: readonly Signatures[];
}>;

type Item = Readonly<{ path: string; type: string; value: AbiValue | undefined }>;
/** `command`: the byte that says what the data mean to a Universal Router; without it they are a call. */
type Calldata = Readonly<{
  parameter: string;
  to: string | null;
  data: string;
  command?: number;
  /** One of a list of calls, each with its target. */
  isListed?: boolean;
}>;
type Outer = Readonly<{ call: DecodedCall; to: string | null; depth: number }>;

const MAX_DEPTH = 5;
const MAX_CALLS = 64;
/** Of all nested calls: overlapping arguments may hold the same bytes again and again. */
const MAX_BYTES = 128 * 1024;
const MAX_CANDIDATES = 1_000;
const [SELECTOR, WORD] = [4, 32];
/** Functions that pass calldata on to the address before it; the `ops` of an entry point to their sender. */
const PASSING =
  /^(exec|execute|executeBatch|executeUserOp|executeUserOpWithErrorString|execTransaction|execTransactionFromModule|aggregate|tryAggregate|aggregate3|aggregate3Value|handleOps|handleAggregatedOps|propose|schedule|scheduleBatch|multiSend)$/;

/**
 * The calls in the arguments of a call, each before its own: bytes that the ABI of their target, a known function, or a
 * command of a Universal Router decodes and, but for the target's ABI, encodes back exactly. At most 64, five deep; also by
 * guesses. Pure.
 */
export function decodeNestedCalls(
  call: DecodedCall,
  to: string | null,
  sourcesOf: NestedSources,
): NestedCalls {
  const found: NestedCall[] = [];
  let unknown = 0;
  const budget = { bytes: MAX_BYTES, candidates: MAX_CANDIDATES };
  const visit = (outer: Outer) => {
    if (outer.depth > MAX_DEPTH) return;
    for (const one of listCalldata(outer)) {
      const { parameter, to: target, data } = one;
      budget.candidates -= 1;
      if (found.length >= MAX_CALLS || budget.candidates < 0) return;
      budget.bytes -= data.length / 2;
      if (budget.bytes < 0) return;
      const inner = decodeCalldata(one, sourcesOf(target));
      if (inner === undefined) {
        if (one.isListed === true && data.length >= 2 + 2 * SELECTOR) unknown += 1;
        continue;
      }
      found.push({ depth: outer.depth, parameter, to: target, ...inner });
      visit({ call: inner.call, to: target, depth: outer.depth + 1 });
    }
  };
  visit({ call, to, depth: 1 });
  return { calls: found, count: found.length + unknown };
}

function decodeCalldata(
  { data, command, to }: Calldata,
  { own, general }: ReturnType<NestedSources>,
): Pick<NestedCall, 'call' | 'source'> | undefined {
  if (command !== undefined) return decodeRouterCommand(command, hexToBuffer(data), general);
  if (data.length < 2 + 2 * SELECTOR) return undefined;
  const bytes = hexToBuffer(data);
  const known = to === null ? undefined : decodeKnownCall(bytes, own);
  if (known !== undefined) return { call: known, source: 'contract' };
  return isCallLike(data) ? decodeExactCall(bytes, general) : undefined;
}

function isCallLike(data: string): boolean {
  const size = (data.length - 2) / 2;
  return size >= SELECTOR && (size - SELECTOR) % WORD === 0;
}

/** The bytes among the arguments of a call, in order. */
function listCalldata({ call, to }: Outer): Calldata[] {
  const name = call.method_call.split('(', 1)[0] ?? '';
  const items = call.parameters.map((one) => ({ path: one.name, type: one.type, value: one.value }));
  if (name === 'multiSend') return items.flatMap(readMultiSend);
  const commands = readCommands(name, items);
  if (commands !== undefined) return commands;
  const targetOf = (target: string | undefined) => {
    if (name === 'multicall') return to;
    return PASSING.test(name) ? (target ?? null) : null;
  };
  return visitItems(items, targetOf);
}

type TargetOf = (target: string | undefined) => string | null;

/** The bytes among parameters or the parts of a tuple, with the address before them. */
function visitItems(items: readonly Item[], targetOf: TargetOf): Calldata[] {
  return items.flatMap((item, index) => {
    const { path, type, value } = item;
    const before = (wanted: string) => items.slice(0, index).findLast((one) => one.type === wanted)?.value;
    if (typeof value === 'string') {
      const target = before('address');
      return type === 'bytes' ? [{ parameter: path, to: targetOf(textOf(target)), data: value }] : [];
    }
    if (value === undefined) return [];
    const [, inner] = /^(.*)\[\d*\]$/s.exec(type) ?? [];
    if (inner === undefined) return visitItems(toParts(item), targetOf);
    const targets = before('address[]');
    return value.flatMap((one, at) => {
      const element = { path: `${path}[${at}]`, type: inner, value: one };
      if (inner !== 'bytes') return asListed(visitItems([element], targetOf));
      const target =
        Array.isArray(targets) && targets.length === value.length ? targets[at] : before('address');
      const to = targetOf(textOf(target));
      return typeof one === 'string'
        ? [{ parameter: element.path, to, data: one, isListed: to !== null }]
        : [];
    });
  });
}

/** The only bytes of an item of a list are its call; a user operation has others. */
function asListed(calldata: readonly Calldata[]): readonly Calldata[] {
  return calldata.length === 1 ? calldata.map((one) => ({ ...one, isListed: one.to !== null })) : calldata;
}

const textOf = (value: AbiValue | undefined) => (typeof value === 'string' ? value : undefined);

/** The parts of a tuple, which have its path: their names are unknown. */
function toParts({ path, type, value }: Item): Item[] {
  if (!type.startsWith('(') || typeof value === 'string') return [];
  return splitTuple(type).map((part, index) => ({ path, type: part, value: value?.[index] }));
}

/** The types of a tuple: `(address,(bool,bytes)[])` has two. */
function splitTuple(type: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 1];
  for (let at = 1; at < type.length; at += 1) {
    const letter = type[at];
    if (depth === 0 && (letter === ',' || letter === ')')) {
      parts.push(type.slice(start, at));
      start = at + 1;
    }
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
  }
  return parts;
}

/** Of `execute` of a Universal Router, or a plan in it: each input with its command; undefined for other calls. */
function readCommands(name: string, items: readonly Item[]): Calldata[] | undefined {
  const [commands, inputs] = items;
  if (name !== 'execute' && name !== 'EXECUTE_SUB_PLAN') return undefined;
  if (commands?.type !== 'bytes' || inputs?.type !== 'bytes[]') return undefined;
  if (typeof commands.value !== 'string' || !Array.isArray(inputs.value)) return undefined;
  const bytes = hexToBuffer(commands.value);
  if (bytes.length !== inputs.value.length) return undefined;
  return inputs.value.flatMap((data, at) => {
    const command = bytes[at];
    return typeof data !== 'string' || command === undefined
      ? []
      : [{ parameter: `${inputs.path}[${at}]`, to: null, data, command, isListed: true }];
  });
}

/** The transactions packed by Safe's multiSend: operation, address, value, length and data; none if they do not fit. */
function readMultiSend({ path, value }: Item): Calldata[] {
  if (typeof value !== 'string') return [];
  const packed = hexToBuffer(value);
  const calls: Calldata[] = [];
  for (let at = 0; at < packed.length && calls.length < MAX_CALLS; ) {
    const head = packed.subarray(at, at + 85);
    const size = head.length < 85 ? Number.NaN : Number(BigInt(`0x${head.subarray(53).toString('hex')}`));
    const end = at + 85 + size;
    if (!(end <= packed.length)) return [];
    calls.push({
      parameter: `${path}[${calls.length}]`,
      to: bufferToAddress(head.subarray(1, 21)),
      data: `0x${packed.toString('hex', at + 85, end)}`,
      isListed: true,
    });
    at = end;
  }
  return calls;
}
