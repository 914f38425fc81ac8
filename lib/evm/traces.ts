import { hexToBuffer, isHexData, isHexOfLength } from './hex';
import { isRecord } from './is-record';

/** An untrusted call of either trace format; `depth` counts enclosing calls. `isReverted`: it or one of them failed. */
export type TracedCall = Readonly<
  Record<'from' | 'to' | 'created' | 'value' | 'gas' | 'gasUsed' | 'input' | 'output', unknown> & {
    type: unknown;
    error: string | null;
    depth: number;
    isReverted: boolean;
  }
>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Summary of a transaction's trace. `error` is the outermost call's error text, `revertOutput` its output; null when
 * absent. `hasInnerError`: an inner call failed. `createdContracts` are unique and survived.
 */
export type TraceSummary = {
  error: string | null;
  revertOutput: Buffer | null;
  hasInnerError: boolean;
  createdContracts: Buffer[];
};

const MAX_ERROR_LENGTH = 1000;

/** Flattens geth's callTracer frames in execution order, without recursion. */
export function walkCallFrames(root: Fields): TracedCall[] {
  const calls: TracedCall[] = [];
  const pending = [{ frame: root, depth: 0, isAroundReverted: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { frame, depth, isAroundReverted } = next;
    const { type, from, to, value, gas, gasUsed, input, output } = frame;
    const error = readError(frame.error);
    const isReverted = isAroundReverted || error !== null;
    const word = typeof type === 'string' ? type.toLowerCase() : type;
    calls.push({
      type: word,
      from,
      to,
      created: to,
      value,
      gas,
      gasUsed,
      input,
      output,
      error,
      depth,
      isReverted,
    });
    const children = Array.isArray(frame.calls) ? frame.calls : [];
    for (let at = children.length - 1; at >= 0; at--) {
      if (isRecord(children[at]))
        pending.push({ frame: children[at], depth: depth + 1, isAroundReverted: isReverted });
    }
  }
  return calls;
}

/** Same for Parity's trace_block entries of ONE transaction, in any order; rewards are skipped. */
export function walkParityTraces(traces: readonly Fields[]): TracedCall[] {
  const ordered = traces
    .filter((trace) => trace.type !== 'reward')
    .map((trace) => ({ trace, path: readPath(trace.traceAddress) }))
    .sort((left, right) => comparePaths(left.path, right.path));
  // Depths of the enclosing failed calls, innermost last.
  const failures: number[] = [];
  return ordered.map(({ trace, path }) => {
    const depth = path.length;
    while ((failures.at(-1) ?? -1) >= depth) failures.pop();
    const error = readError(trace.error);
    if (error !== null) failures.push(depth);
    return { ...readParity(trace), error, depth, isReverted: failures.length > 0 };
  });
}

/** Summarizes a transaction's calls. */
export function summarizeTrace(calls: readonly TracedCall[]): TraceSummary {
  const root = calls.find(({ depth }) => depth === 0);
  const error = root?.error ?? null;
  const output = error !== null && isHexData(root?.output) ? hexToBuffer(root.output) : null;
  const created = new Set<string>();
  for (const { type, created: address, isReverted } of calls) {
    const isCreation = type === 'create' || type === 'create2';
    if (isCreation && !isReverted && isHexOfLength(address, 20)) created.add(address.toLowerCase());
  }
  return {
    error,
    revertOutput: output !== null && output.length > 0 ? output : null,
    hasInnerError: calls.some((call) => call.depth > 0 && call.error !== null),
    createdContracts: [...created].map(hexToBuffer),
  };
}

function readParity({ type, action, result }: Fields): Omit<TracedCall, 'error' | 'depth' | 'isReverted'> {
  const request = isRecord(action) ? action : {};
  if (type === 'suicide' || type === 'selfdestruct') {
    const { address, refundAddress, balance } = request;
    return { ...ABSENT_FIELDS, type: 'selfdestruct', from: address, to: refundAddress, value: balance };
  }
  const { from, to, value, gas, init, input, callType, creationMethod } = request;
  const { gasUsed, output, address } = isRecord(result) ? result : {};
  const isCreation = type === 'create';
  const kind = isCreation ? (creationMethod === 'create2' ? 'create2' : 'create') : (callType ?? type);
  const data = isCreation ? init : input;
  return { type: kind, from, to, created: address, value, gas, gasUsed, input: data, output };
}

const ABSENT_FIELDS = {
  created: undefined,
  gas: undefined,
  gasUsed: undefined,
  input: undefined,
  output: undefined,
};

function readPath(traceAddress: unknown): readonly number[] {
  return Array.isArray(traceAddress) ? traceAddress.map(Number) : [];
}

/** Preorder: a call before its children, children before the next sibling. */
function comparePaths(left: readonly number[], right: readonly number[]): number {
  for (const [at, step] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    if (step !== other) return step - other;
  }
  return left.length - right.length;
}

function readError(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_ERROR_LENGTH) : null;
}
