import { hexToBuffer, isHexData } from './hex';
import { isRecord } from './is-record';

/** A call that failed: which instructions it executed, by their place in the code (program counter). */
export type FailedFrame = Readonly<{
  /** The account whose code ran; of a creation null, as nothing is there. */
  code: Buffer | null;
  /** Of a call its data, cut to 1 KiB; of a creation the whole init code. */
  input: Buffer;
  /** The jumps in execution order; with `isCut` the first ones are missing. */
  jumps: readonly number[];
  isCut: boolean;
  /** The last instructions in execution order. */
  tail: readonly number[];
  /** What it returned, cut to 4 KiB. */
  output: Buffer;
  /** Where the enclosing frame of the list called it, and how many of that one's jumps came before. */
  at: Readonly<{ pc: number; jumps: number }> | null;
}>;

/** The calls that made a transaction fail, from the outermost to the one that failed first, and how many there were. */
export type FailureTrace = Readonly<{ frames: readonly FailedFrame[]; depth: number }>;

const MAX_JUMPS = 20_000;
const MAX_TAIL = 400;
const MAX_FRAMES = 12;
const MAX_INPUT = 1_024;
const MAX_INIT = 131_072;
const MAX_OUTPUT = 4_096;
/** Steps within which a caller fails that passes on an empty failure. */
const MAX_STEPS_AFTER = 60;

/**
 * A tracer for debug_traceTransaction that reduces the struct logs on the node: of a million steps it answers the jumps and
 * the last steps of the calls that failed. A call is to blame for the failure of its caller if the caller failed with the
 * same bytes; where these are none, right after it.
 */
export const FAILURE_TRACER = `{
  stack: [],
  open: function (code, input, isCreate) {
    this.stack.push({
      code: isCreate ? null : code, isCreate: isCreate, input: input, jumps: [], dropped: 0, tail: [], at: null,
      failed: null, since: 0, isDone: false, out: '0x'
    });
  },
  top: function () { return this.stack[this.stack.length - 1]; },
  note: function (frame, pc) {
    frame.tail.push(pc);
    if (frame.tail.length > ${MAX_TAIL * 4}) frame.tail = frame.tail.slice(-${MAX_TAIL});
  },
  step: function (log) {
    if (this.stack.length === 0) this.open(toHex(log.contract.getAddress()), '0x', false);
    var frame = this.top();
    var pc = log.getPC();
    var op = log.op.toNumber();
    this.note(frame, pc);
    frame.since++;
    frame.isDone = op === 0x00 || op === 0xf3 || op === 0xff;
    if (op !== 0x56) return;
    frame.jumps.push(pc);
    if (frame.jumps.length < ${MAX_JUMPS * 2}) return;
    frame.dropped += ${MAX_JUMPS};
    frame.jumps = frame.jumps.slice(-${MAX_JUMPS});
  },
  fault: function (log) {
    var frame = this.top();
    var pc = log.getPC();
    if (!frame) return;
    frame.isDone = false;
    if (frame.tail[frame.tail.length - 1] !== pc) this.note(frame, pc);
  },
  enter: function (call) {
    var parent = this.top();
    var isCreate = call.getType().indexOf('CREATE') === 0;
    var input = toHex(call.getInput());
    this.open(toHex(call.getTo()), isCreate ? input : input.slice(0, ${2 + 2 * MAX_INPUT}), isCreate);
    if (parent === undefined) return;
    parent.since = ${MAX_STEPS_AFTER + 1};
    this.top().at = { pc: parent.tail[parent.tail.length - 1], jumps: parent.dropped + parent.jumps.length };
  },
  exit: function (result) {
    var frame = this.stack.pop();
    var parent = this.top();
    if (parent === undefined) { this.stack.push(frame); return; }
    // of a creation, some nodes say no error: its last step tells
    if (result.getError() === undefined && (!frame.isCreate || frame.isDone)) return;
    var out = result.getOutput();
    frame.out = out ? toHex(out) : '0x';
    parent.failed = frame;
    parent.since = 0;
  },
  result: function (ctx) {
    var frame = this.stack[0];
    if (frame === undefined || !ctx.error) return { frames: [], depth: 0 };
    frame.out = ctx.output ? toHex(ctx.output) : '0x';
    if (ctx.type.indexOf('CREATE') === 0) { frame.isCreate = true; frame.code = null; }
    else frame.code = toHex(ctx.to);
    frame.input = toHex(ctx.input);
    if (!frame.isCreate) frame.input = frame.input.slice(0, ${2 + 2 * MAX_INPUT});
    var frames = [frame];
    while (frame.failed !== null) {
      var inner = frame.failed;
      if (inner.out !== frame.out || (frame.out === '0x' && frame.since > ${MAX_STEPS_AFTER})) break;
      frame = inner;
      frames.push(frame);
    }
    var depth = frames.length;
    if (depth > ${MAX_FRAMES}) frames = [frames[0]].concat(frames.slice(-${MAX_FRAMES - 1}));
    var parts = [];
    for (var i = 0; i < frames.length; i++) {
      var f = frames[i];
      parts.push({
        code: f.code, input: f.input.slice(0, ${2 + 2 * MAX_INIT}), jumps: f.jumps.slice(-${MAX_JUMPS}),
        dropped: f.dropped + Math.max(f.jumps.length - ${MAX_JUMPS}, 0), tail: f.tail.slice(-${MAX_TAIL}), at: f.at,
        output: f.out.slice(0, ${2 + 2 * MAX_OUTPUT})
      });
    }
    return { frames: parts, depth: depth };
  }
}`;

/** Reads the answer of the tracer; undefined for anything else. */
export function readFailureTrace(answer: unknown): FailureTrace | undefined {
  if (!isRecord(answer) || !Array.isArray(answer.frames) || !isCount(answer.depth)) return undefined;
  const frames = answer.frames.slice(0, MAX_FRAMES).map(readFrame);
  const known = frames.flatMap((frame) => frame ?? []);
  return known.length === frames.length ? { frames: known, depth: answer.depth } : undefined;
}

function readFrame(value: unknown): FailedFrame | undefined {
  if (!isRecord(value)) return undefined;
  const { code, input, output, dropped, at } = value;
  const [jumps, tail] = [readCounters(value.jumps, MAX_JUMPS), readCounters(value.tail, MAX_TAIL)];
  if (
    !isHexData(input) ||
    !isHexData(output) ||
    jumps === undefined ||
    tail === undefined ||
    !isCount(dropped)
  )
    return undefined;
  if (code !== null && (!isHexData(code) || code.length !== 42)) return undefined;
  return {
    code: code === null ? null : hexToBuffer(code),
    input: hexToBuffer(input.slice(0, 2 + 2 * MAX_INIT)),
    output: hexToBuffer(output.slice(0, 2 + 2 * MAX_OUTPUT)),
    ...{ jumps, tail, isCut: dropped > 0 },
    at: isRecord(at) && isCount(at.pc) && isCount(at.jumps) ? { pc: at.pc, jumps: at.jumps } : null,
  };
}

function readCounters(value: unknown, max: number): number[] | undefined {
  if (!Array.isArray(value) || value.length > max) return undefined;
  const counters = value.filter(isCount);
  return counters.length === value.length ? counters : undefined;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
