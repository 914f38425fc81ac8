import { hexToBuffer, isHexData, isHexOfLength } from './hex';

/** A call frame of geth's callTracer as the node sent it: nothing of it is trusted. */
export type CallFrame = Readonly<{
  type?: unknown;
  from?: unknown;
  to?: unknown;
  value?: unknown;
  gas?: unknown;
  gasUsed?: unknown;
  input?: unknown;
  error?: unknown;
  output?: unknown;
  calls?: unknown;
}>;

/** An entry of Parity's trace_block as the node sent it: nothing of it is trusted. */
export type ParityTrace = Readonly<{
  type?: unknown;
  action?: unknown;
  error?: unknown;
  result?: unknown;
  traceAddress?: unknown;
}>;

/**
 * What the traces of one transaction say. `error` is the node's text for the outermost call (bounded), null when it
 * succeeded; `revertOutput` is what that failed call returned, null when it returned nothing; `hasInnerError` tells
 * of any failed call below it; `createdContracts` are the 20-byte addresses of contracts that exist because of the
 * transaction, the outermost creation included, each once.
 */
export type TraceSummary = {
  error: string | null;
  revertOutput: Buffer | null;
  hasInnerError: boolean;
  createdContracts: Buffer[];
};

const ERROR_TEXT_LIMIT = 1000;
const GETH_CREATIONS: ReadonlySet<unknown> = new Set(['CREATE', 'CREATE2']);

/** The summary of a callTracer frame. Walks without recursion, so a deep trace is no danger. */
export function summariseTrace(frame: CallFrame): TraceSummary {
  const summary = startSummary(frame.error, frame.output);
  const created = new Set<string>();
  const pending: { frame: CallFrame; isUndone: boolean }[] = [{ frame, isUndone: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const failed = readError(next.frame.error) !== null;
    if (failed && next.frame !== frame) summary.hasInnerError = true;
    const isUndone = next.isUndone || failed;
    if (!isUndone && GETH_CREATIONS.has(next.frame.type)) addAddress(created, next.frame.to);
    // Pushed backwards so that frames are visited in the order of execution.
    for (const child of readList(next.frame.calls).reverse()) pending.push({ frame: child, isUndone });
  }
  return { ...summary, createdContracts: [...created].map(hexToBuffer) };
}

/** The same summary from the trace_block entries of ONE transaction, in any order; rewards are passed over. */
export function summariseParityTraces(traces: readonly ParityTrace[]): TraceSummary {
  const calls = traces
    .filter((trace) => trace.type !== 'reward')
    .map((trace) => ({ trace, path: readPath(trace.traceAddress), failed: readError(trace.error) !== null }));
  const root = calls.find((call) => call.path === '')?.trace;
  const summary = startSummary(root?.error, readField(root?.result, 'output'));
  const failures = new Set(calls.filter((call) => call.failed).map((call) => call.path));
  const created = new Set<string>();
  for (const { trace, path, failed } of calls) {
    if (failed && path !== '') summary.hasInnerError = true;
    if (trace.type !== 'create' || isBelow(path, failures)) continue;
    addAddress(created, readField(trace.result, 'address'));
  }
  return { ...summary, createdContracts: [...created].map(hexToBuffer) };
}

function startSummary(rootError: unknown, rootOutput: unknown): TraceSummary {
  const error = readError(rootError);
  const output = error !== null && isHexData(rootOutput) ? hexToBuffer(rootOutput) : null;
  const revertOutput = output !== null && output.length > 0 ? output : null;
  return { error, revertOutput, hasInnerError: false, createdContracts: [] };
}

function readError(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, ERROR_TEXT_LIMIT) : null;
}

function readList(value: unknown): CallFrame[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}

function readField(value: unknown, name: 'output' | 'address'): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** `[0, 2]` gives `/0/2`, the outermost call the empty text. */
function readPath(traceAddress: unknown): string {
  return Array.isArray(traceAddress) ? traceAddress.map((index) => `/${String(index)}`).join('') : '';
}

/** True when the call at that path, or one that encloses it, is among the failures. */
function isBelow(path: string, failures: ReadonlySet<string>): boolean {
  if (failures.size === 0) return false;
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (failures.has(path.slice(0, end))) return true;
  }
  return failures.has('');
}

function addAddress(addresses: Set<string>, value: unknown): void {
  if (isHexOfLength(value, 20)) addresses.add(value.toLowerCase());
}
