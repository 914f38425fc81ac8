import { isHexData } from './hex';
import { isRecord } from './is-record';

/** What a tracer is told of code whose source is known: where it jumps into functions and out of them. */
export type JumpsOfCode = Readonly<{ in: readonly number[]; out: readonly number[] }>;

/** What is executed at a call path: code by its entry, within the one that calls it. Gas is that of its own instructions. */
export type GasNode = Readonly<{
  /** Position of the caller, which is before it; -1 for the outermost call. */
  parent: number;
  /** The account whose code runs; `create` for the init code of a transaction, `unknown` of a creation at no known address. */
  code: string;
  /** The selector of a call of a contract, `create` of a creation; of a function inside, the program counter of its entry. */
  entry: string | number;
  calls: number;
  gas: number;
}>;

/** Gas of an instruction of code whose source is known: its own, that of calls it made, and how often it was executed. */
export type CounterGas = Readonly<{ code: string; pc: number; gas: number; inner: number; count: number }>;

/** The gas of a transaction's instructions, all but its last one. */
export type GasTrace = Readonly<{
  nodes: readonly GasNode[];
  counters: readonly CounterGas[];
  /** The last instruction of the outermost call, and the position of its node; `isHalted`: it failed with all gas that was left. */
  last: Readonly<{ code: string; pc: number; node: number; isHalted: boolean }> | undefined;
}>;

/** The name of init code. */
export const CREATION = 'create';
const UNKNOWN = 'unknown';

const MAX_NODES = 3_000;
/** Call paths beyond them are one of each known code, and one of all others. */
const SPLIT_NODES = MAX_NODES - 16;
const MAX_COUNTERS = 60_000;
const MAX_OPEN = 1_024;
const ENTRY = /^(0x([0-9a-f]{8})?|create)$/;

/**
 * A tracer for debug_traceTransaction that sums up gas on the node, in memory that is bounded by the code, not by the steps:
 * by call path and, of code whose jumps are given (by its account, in lower case), by instruction. The gas of an instruction
 * is what is missing at the next one of its call, without what calls inside used; of a call's last one, what remains.
 */
export function writeGasTracer(codes: ReadonlyMap<string, JumpsOfCode>, isCreation: boolean): string {
  const jumps = [...codes].map(([code, { in: into, out }]) => [
    code,
    Object.fromEntries([...into.map((pc) => [pc, 1] as const), ...out.map((pc) => [pc, 2] as const)]),
  ]);
  return TRACER.replace('{"given":0}', JSON.stringify({ jumps: Object.fromEntries(jumps), isCreation }));
}

const TRACER = `{
  given: {"given":0}, stack: [], nodes: [], roots: {}, others: {}, sums: {}, sizes: 0,
  top: function () { return this.stack[this.stack.length - 1]; },
  child: function (parent, code, entry, isKnown) {
    var known = parent === null ? this.roots : parent.kids;
    var key = code + '/' + entry;
    if (known[key] === undefined && this.nodes.length >= ${SPLIT_NODES}) {
      if (typeof entry === 'number') return parent;
      known = this.others;
      key = isKnown ? code : '';
    }
    if (known[key] === undefined) {
      known[key] = { at: this.nodes.length, parent: parent === null ? -1 : parent.at, code: code, entry: entry, calls: 0, gas: 0, kids: {} };
      this.nodes.push(known[key]);
    }
    known[key].calls++;
    return known[key];
  },
  open: function (code, entry) {
    var jumps = entry === '${CREATION}' && this.stack.length > 0 ? undefined : this.given.jumps[code];
    var node = this.child(this.stack.length === 0 ? null : this.top().node, code, entry, jumps !== undefined);
    if (jumps !== undefined && this.sums[code] === undefined) this.sums[code] = {};
    this.stack.push({
      code: code, jumps: jumps, sums: this.sums[code], open: [node], deeper: 0, node: node, isEntering: false,
      pc: -1, op: -1, first: 0, gas: 0, inner: 0
    });
  },
  add: function (frame, own) {
    frame.node.gas += own;
    if (frame.sums !== undefined) {
      var sum = frame.sums[frame.pc];
      if (sum === undefined && this.sizes < ${MAX_COUNTERS}) {
        sum = frame.sums[frame.pc] = [0, 0, 0];
        this.sizes++;
      }
      if (sum !== undefined) { sum[0] += own; sum[1] += frame.inner; sum[2]++; }
    }
    frame.inner = 0;
  },
  enterFunction: function (frame, pc) {
    frame.isEntering = false;
    if (frame.open.length >= ${MAX_OPEN}) { frame.deeper++; return; }
    frame.open.push(this.child(frame.open[frame.open.length - 1], frame.code, pc));
  },
  step: function (log) {
    if (this.stack.length === 0) {
      if (this.given.isCreation) this.open('${CREATION}', '${CREATION}');
      else this.open(toHex(log.contract.getAddress()), this.selector(log.contract.getInput()));
    }
    var frame = this.top();
    var pc = log.getPC();
    var gas = log.getGas();
    if (frame.pc < 0) frame.first = gas;
    else this.add(frame, frame.gas - gas - frame.inner);
    if (frame.isEntering) this.enterFunction(frame, pc);
    frame.node = frame.open[frame.open.length - 1];
    frame.pc = pc;
    frame.gas = gas;
    frame.op = log.op.toNumber();
    if (frame.op !== 0x56 || frame.jumps === undefined) return;
    var kind = frame.jumps[pc];
    if (kind === 1) frame.isEntering = true;
    else if (kind === 2 && frame.deeper > 0) frame.deeper--;
    else if (kind === 2 && frame.open.length > 1) frame.open.pop();
  },
  fault: function (log) {
    var frame = this.top();
    if (!frame || frame.pc !== log.getPC() || frame.gas !== log.getGas()) this.step(log);
  },
  selector: function (input) { return input.length < 4 ? '0x' : toHex(input.slice(0, 4)); },
  enter: function (call) {
    var isCreation = call.getType().indexOf('CREATE') === 0;
    this.open(toHex(call.getTo()), isCreation ? '${CREATION}' : this.selector(call.getInput()));
  },
  // a REVERT may run out of gas, too
  isHalted: function (frame, error) { return error !== undefined && !(frame.op === 0xfd && /revert/i.test(error)); },
  exit: function (result) {
    if (this.stack.length === 1) return;
    var frame = this.stack.pop();
    // what has no code is part of what calls it
    if (frame.pc < 0) return;
    var before = frame.first - frame.gas + frame.inner;
    var used = this.isHalted(frame, result.getError()) ? frame.first : Number(result.getGasUsed());
    if (!(used >= before)) used = before;
    this.add(frame, used - before);
    this.top().inner += used;
  },
  result: function (ctx) {
    var frame = this.stack[0];
    var counters = [];
    for (var code in this.sums)
      for (var pc in this.sums[code]) counters.push([code, Number(pc)].concat(this.sums[code][pc]));
    return {
      nodes: this.nodes.map(function (one) { return [one.parent, one.code, one.entry, one.calls, one.gas]; }),
      counters: counters,
      last: frame === undefined ? null : { code: frame.code, pc: frame.pc, node: frame.node.at, isHalted: this.isHalted(frame, ctx.error) }
    };
  }
}`;

/** Reads the answer of the tracer; undefined for anything else. */
export function readGasTrace(answer: unknown): GasTrace | undefined {
  if (!isRecord(answer)) return undefined;
  const nodes = readList(answer.nodes, MAX_NODES, readNode);
  const counters = readList(answer.counters, MAX_COUNTERS, readCounter);
  if (!nodes || !counters || !nodes.every(isPlaced)) return undefined;
  const { last } = answer;
  if (last === null) return { nodes, counters, last: undefined };
  if (!isRecord(last) || !isCode(last.code) || !isCount(last.pc) || !isCount(last.node)) return undefined;
  const { code, pc, node } = last;
  if (nodes[node]?.code !== code) return undefined;
  return { nodes, counters, last: { code, pc, node, isHalted: last.isHalted === true } };
}

/** Only the first has none around it; a function is inside the code that it is of. */
function isPlaced({ parent, code, entry }: GasNode, at: number, all: readonly GasNode[]): boolean {
  if (at === 0) return parent === -1 && typeof entry === 'string';
  return parent >= 0 && parent < at && (typeof entry === 'string' || all[parent]?.code === code);
}

function readNode(value: unknown): GasNode | undefined {
  if (!Array.isArray(value)) return undefined;
  const [parent, account, entry, calls, gas]: readonly unknown[] = value;
  const code = account === null && entry === CREATION ? UNKNOWN : account;
  if (parent !== -1 && !isCount(parent)) return undefined;
  if ((code !== UNKNOWN && !isCode(code)) || !isCount(calls) || !isCount(gas)) return undefined;
  if (!isCount(entry) && !(typeof entry === 'string' && ENTRY.test(entry))) return undefined;
  return { parent, code, entry, calls, gas };
}

function readCounter(value: unknown): CounterGas | undefined {
  if (!Array.isArray(value)) return undefined;
  const [code, pc, gas, inner, count]: readonly unknown[] = value;
  if (!isCode(code) || !isCount(pc) || !isCount(gas) || !isCount(inner) || !isCount(count)) return undefined;
  return { code, pc, gas, inner, count };
}

function readList<T>(value: unknown, max: number, read: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value) || value.length > max) return undefined;
  const known = value.flatMap((item) => read(item) ?? []);
  return known.length === value.length ? known : undefined;
}

const isCode = (value: unknown): value is string =>
  value === CREATION || (isHexData(value) && value.length === 42);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
