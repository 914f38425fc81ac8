/** A step of a transaction that is looked for, and what is wanted around it. */
export type StepWindow = Readonly<{
  /** From 0. */
  step: number;
  before: number;
  after: number;
  /** The byte from which on memory is read. */
  memoryFrom: number;
}>;

/** The first step that matches: of a call by its number, or at or after `from` where code runs. */
export type StepSearch =
  | Readonly<{ kind: 'call'; call: number }>
  | Readonly<{ kind: 'failure' }>
  | Readonly<{
      kind: 'code';
      from: number;
      /** The account whose code runs, in lower case; null for any of this call. */
      code: string | null;
      /** The number of the call; null for any that runs the code. */
      call: number | null;
      /** A hex digit for four program counters, the lowest bit first. */
      bits: string;
      /** In place of the first from `from` on, the last before it. */
      isLast?: boolean;
    }>
  | Readonly<{
      /** The first at or after `from` that comes to a line with a breakpoint. */
      kind: 'stop';
      from: number;
      /**
       * By account whose code runs, in lower case, or `create:` and the number of the creation, from 0 in execution order: a
       * character for each program counter. `0` is on no line, `1` on one without a breakpoint, any other names one with.
       */
      marks: Readonly<Record<string, string>>;
      /** The outermost call is a creation. */
      isCreation: boolean;
    }>;

/** Bytes of memory, of call data and of return data that are read. */
export const MAX_STATE_BYTES = 2_048;
/** Words of the stack that are read at the step itself, at those around it, and at one that is found. */
export const MAX_STACK = { state: 64, around: 4, found: 33 } as const;
/** Accesses of storage that are read, the last ones. */
export const MAX_TOUCHED = 100;
/** Enclosing calls that are read, the innermost. */
export const MAX_CALLS = 64;
/** The longest init code that is read: its source map belongs to it. */
export const MAX_INIT = 131_072;

const KEPT_TOUCHED = 2_000;
/** Steps within which a caller fails that passes on an empty failure. */
const MAX_STEPS_AFTER = 60;

/**
 * A tracer for debug_traceTransaction that reduces the steps on the node, in constant memory: it answers the steps around
 * one, the state before it, and where to go from there; or where the first step is that matches a search. Calls are
 * numbered in execution order, those of precompiled contracts left out.
 */
export function writeStepTracer(wanted: StepWindow | StepSearch): string {
  const window = 'step' in wanted ? wanted : { step: -1, before: 0, after: 0, memoryFrom: 0 };
  const search = 'step' in wanted ? { kind: 'none' } : wanted;
  return TRACER.replace('{"window":0}', JSON.stringify({ window, search }));
}

const TRACER = `{
  given: {"window":0}, stack: [], n: 0, calls: 0, found: -1, foundPc: -1, foundWords: [], foundSize: 0, isWanted: false, isOpen: false,
  steps: [], state: null, touched: [], isTouchedCut: false, read: null, target: null, depth: 0,
  next: {}, previous: {}, creations: 0,
  hex: function (bytes, max) { return toHex(bytes).slice(0, 2 + 2 * max); },
  top: function () { return this.stack[this.stack.length - 1]; },
  open: function (type, code, account, init) {
    var call = /^0x0{36}/.test(code) ? -1 : this.calls++;
    if (call === this.given.search.call && this.given.search.kind === 'call') this.isWanted = true;
    this.stack.push({
      key: type.indexOf('CREATE') === 0 ? 'create:' + this.creations++ : code,
      type: type, code: code, account: account, init: init, call: call, first: this.n, last: -1, pc: -1, op: -1,
      ret: '0x', retSize: 0, failed: null, isDone: false, mark: '0'
    });
  },
  words: function (log, max) {
    var words = [];
    for (var i = 0; i < log.stack.length() && i < max; i++) words.push(log.stack.peek(i).toString(16));
    return words;
  },
  mark: function (kind) {
    var at = this.n;
    var step = this.given.window.step;
    if (at < step) this.previous[kind] = at;
    else if (at > step && this.next[kind] === undefined) this.next[kind] = at;
  },
  touch: function (log, frame, op) {
    if (this.read !== null && this.read.frame === frame && log.stack.length() > 0)
      this.touched[this.touched.length - 1].value = log.stack.peek(0).toString(16);
    this.read = null;
    if (this.n === this.given.window.step) return;
    if (op !== 0x54 && op !== 0x55 || log.stack.length() < op - 0x53) return;
    var isWrite = op === 0x55;
    this.touched.push({
      step: this.n, account: toHex(log.contract.getAddress()), slot: log.stack.peek(0).toString(16),
      value: isWrite ? log.stack.peek(1).toString(16) : null, isWrite: isWrite
    });
    if (!isWrite) this.read = { frame: frame };
    if (this.touched.length <= ${2 * KEPT_TOUCHED}) return;
    this.touched = this.touched.slice(-${KEPT_TOUCHED});
    this.isTouchedCut = true;
  },
  copy: function (log, frame) {
    var account = toHex(log.contract.getAddress());
    var size = log.memory.length();
    var from = Math.min(this.given.window.memoryFrom, size);
    var input = log.contract.getInput();
    this.target = frame;
    this.depth = this.stack.length;
    this.state = {
      account: account, stack: this.words(log, ${MAX_STACK.state}), stackSize: log.stack.length(),
      memory: toHex(log.memory.slice(from, Math.min(size, from + ${MAX_STATE_BYTES}))), memoryFrom: from, memorySize: size,
      input: this.hex(input, ${MAX_STATE_BYTES}), inputSize: input.length,
      ret: frame.ret, retSize: frame.retSize, isTouchedCut: this.isTouchedCut,
      touched: this.touched.filter(function (one) { return one.account === account; }).slice(-${MAX_TOUCHED})
        .map(function (one) { return [one.step, one.slot, one.value, one.isWrite]; }),
      calls: this.stack.slice(-${MAX_CALLS})
    };
  },
  matches: function (frame, pc) {
    var search = this.given.search;
    if (this.isWanted) return true;
    if (search.kind === 'stop') {
      var mark = (search.marks[frame.key] || '').charAt(pc) || '0';
      // the line may call, and be gone on with
      if (mark === '0' || mark === frame.mark) return false;
      frame.mark = mark;
      return mark !== '1' && this.n >= search.from;
    }
    if (search.kind !== 'code' || (search.isLast ? this.n >= search.from : this.n < search.from)) return false;
    if (search.call !== null && search.call !== frame.call || search.code !== null && search.code !== frame.code) return false;
    return (parseInt(search.bits.charAt(pc >> 2), 16) >> (pc & 3) & 1) === 1;
  },
  look: function (log, frame, pc, op) {
    var window = this.given.window;
    if (this.n <= window.step) this.touch(log, frame, op);
    if (this.n === window.step) this.copy(log, frame);
    else if (this.n > window.step && this.target !== null) {
      if (this.next.over === undefined && this.stack.length <= this.depth) this.next.over = this.n;
      if (this.next.out === undefined && this.stack.length < this.depth) this.next.out = this.n;
    }
    if (this.n < window.step - window.before || this.n > window.step + window.after) return;
    frame.listed = [this.n, pc, op, log.getGas(), null, this.stack.length - 1, frame.call, this.words(log, ${MAX_STACK.around})];
    this.steps.push(frame.listed);
  },
  one: function (log) {
    if (this.stack.length === 0) this.open(this.given.search.isCreation ? 'CREATE' : 'CALL', toHex(log.contract.getAddress()), null, '0x');
    var frame = this.top();
    var pc = log.getPC();
    var op = log.op.toNumber();
    // what getCost says is that of the instruction before on some nodes
    if (frame.listed) frame.listed[4] = frame.listed[3] - log.getGas();
    frame.listed = null;
    if (this.given.window.step >= 0) {
      if (op >= 0xf0 && op <= 0xfa && op !== 0xf3) this.mark('call');
      else if (op === 0x55) this.mark('storage_write');
      else if (op >= 0xa0 && op <= 0xa4) this.mark('log');
      this.look(log, frame, pc, op);
    } else if ((this.found < 0 || this.given.search.isLast) && this.matches(frame, pc)) {
      this.found = this.n;
      this.foundPc = pc;
      this.foundWords = this.words(log, ${MAX_STACK.found});
      this.foundSize = log.stack.length();
    }
    frame.last = this.n;
    frame.pc = pc;
    frame.op = op;
    frame.isDone = op === 0x00 || op === 0xf3 || op === 0xff;
    this.n++;
  },
  step: function (log) { this.one(log); },
  fault: function (log) {
    var frame = this.top();
    if (!frame || frame.pc !== log.getPC() || frame.last !== this.n - 1) this.one(log);
    this.top().isDone = false;
  },
  enter: function (call) {
    var type = call.getType();
    var isCreate = type.indexOf('CREATE') === 0;
    this.open(type, toHex(call.getTo()), null, isCreate ? this.hex(call.getInput(), ${MAX_INIT}) : '0x');
  },
  fail: function (frame, out) {
    var at = this.n;
    this.n = frame.last;
    if (frame.last >= 0) this.mark('revert');
    this.n = at;
    var newest = this.touched[this.touched.length - 1];
    if (this.state === null && newest !== undefined && newest.step >= frame.first)
      this.touched = this.touched.filter(function (one) { return !one.isWrite || one.step < frame.first; });
    var inner = frame.failed;
    var isPassed = inner !== null && inner.out === out && (out !== '0x' || at - inner.at <= ${MAX_STEPS_AFTER});
    return { step: isPassed ? inner.step : frame.last, out: out, at: at };
  },
  exit: function (result) {
    if (this.stack.length === 1) return;
    var frame = this.stack.pop();
    if (frame.last < 0) this.isWanted = false;
    var parent = this.top();
    var out = result.getOutput();
    parent.ret = out ? this.hex(out, ${MAX_STATE_BYTES}) : '0x';
    parent.retSize = out ? out.length : 0;
    frame.end = this.n;
    // of a creation, some nodes say no error: its last step tells
    if (result.getError() === undefined && (frame.type.indexOf('CREATE') !== 0 || frame.isDone || frame.last < 0)) return;
    parent.failed = this.fail(frame, parent.ret);
  },
  result: function (ctx) {
    var first = this.stack[0];
    var failure = null;
    if (first !== undefined) {
      first.type = ctx.type;
      first.code = toHex(ctx.to);
      if (ctx.type.indexOf('CREATE') === 0) first.init = this.hex(ctx.input, ${MAX_INIT});
      if (ctx.error) failure = this.fail(first, ctx.output ? this.hex(ctx.output, ${MAX_STATE_BYTES}) : '0x').step;
    }
    if (this.given.search.kind === 'failure' && failure !== null) this.found = failure;
    if (this.state !== null) this.state.calls = this.state.calls.map(function (frame, at, all) {
      return {
        type: frame.type, code: frame.code, call: frame.call, first: frame.first, last: frame.end === undefined ? frame.last : frame.end - 1,
        init: at === all.length - 1 ? frame.init : '0x'
      };
    });
    return {
      total: this.n, found: this.found, foundPc: this.foundPc, foundWords: this.foundWords, foundSize: this.foundSize, steps: this.steps, state: this.state, next: this.next, previous: this.previous,
      failure: failure
    };
  }
}`;
