import { isHexData } from './hex';
import { isRecord } from './is-record';

/** A trace entry in Parity's form, hex as sent by the node; inapplicable keys are absent. */
export type RawTrace = {
  type: string;
  action: RawAction;
  result?: RawResult;
  error?: string;
  subtraces: number;
  traceAddress: number[];
};
type RawAction = { [name in (typeof ACTION_FIELDS)[number]]?: string };
type RawResult = { [name in (typeof RESULT_FIELDS)[number]]?: string };

/** `init` is for creations; `address`, `refundAddress` and `balance` for self-destructs. */
const ACTION_FIELDS = [
  ...(['callType', 'creationMethod', 'from', 'to', 'gas', 'value', 'input', 'init'] as const),
  ...(['address', 'refundAddress', 'balance'] as const),
] as const;
/** `address` and `code` are for creations. */
const RESULT_FIELDS = ['gasUsed', 'output', 'address', 'code'] as const;

const WORD = /^[a-z0-9]{1,20}$/;
const QUANTITY = /^0x[0-9a-fA-F]{0,64}$/;
const MAX_ERROR_LENGTH = 1_000;

/** Sanitizes a trace_transaction answer; undefined for anything else. */
export function readParityTrace(answer: unknown): RawTrace[] | undefined {
  if (!Array.isArray(answer)) return undefined;
  return answer.filter(isRecord).map((entry) => {
    const { action, result, error, subtraces, traceAddress } = entry;
    const path = Array.isArray(traceAddress) ? traceAddress.filter(isIndex) : [];
    const count = isIndex(subtraces) ? subtraces : 0;
    return buildEntry({ type: entry.type, action, result, error, subtraces: count, traceAddress: path });
  });
}

/** Converts a callTracer answer to Parity's form; undefined for anything else. */
export function readCallTrace(answer: unknown): RawTrace[] | undefined {
  if (!isRecord(answer) || typeof answer.type !== 'string') return undefined;
  const entries: RawTrace[] = [];
  const pending: { frame: Fields; traceAddress: number[] }[] = [{ frame: answer, traceAddress: [] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { frame, traceAddress } = next;
    const calls = Array.isArray(frame.calls) ? frame.calls.filter(isRecord) : [];
    entries.push(buildEntry({ ...convertFrame(frame), subtraces: calls.length, traceAddress }));
    for (let at = calls.length - 1; at >= 0; at--) {
      const call = calls[at];
      if (call) pending.push({ frame: call, traceAddress: [...traceAddress, at] });
    }
  }
  return entries;
}

type Fields = Readonly<Record<string, unknown>>;
type EntryFields = Readonly<{ type: unknown; action: unknown; result: unknown; error: unknown }>;

function convertFrame(frame: Fields): EntryFields {
  const { from, to, gas, gasUsed, value = '0x0', input, output, error } = frame;
  const kind = String(frame.type).toLowerCase();
  if (kind === 'selfdestruct') {
    const action = { address: from, refundAddress: to, balance: value };
    return { type: 'suicide', action, result: undefined, error };
  }
  if (kind !== 'create' && kind !== 'create2') {
    const action = { callType: kind, from, to, gas, value, input };
    return { type: 'call', action, result: { gasUsed, output }, error };
  }
  const action = { creationMethod: kind, from, gas, value, init: input };
  return { type: 'create', action, result: { gasUsed, address: to, code: output }, error };
}

function buildEntry(entry: EntryFields & Pick<RawTrace, 'subtraces' | 'traceAddress'>): RawTrace {
  const { type, action, result, error, subtraces, traceAddress } = entry;
  const hasError = typeof error === 'string' && error !== '';
  return {
    type: typeof type === 'string' && WORD.test(type) ? type : 'unknown',
    action: pick(action, ACTION_FIELDS),
    ...(isRecord(result) ? { result: pickResult(type, result) } : {}),
    ...(hasError ? { error: error.slice(0, MAX_ERROR_LENGTH) } : {}),
    subtraces,
    traceAddress,
  };
}

/** Nodes leave out what a call did not return; clients read bytes. */
function pickResult(type: unknown, result: Fields): RawResult {
  const picked = pick(result, RESULT_FIELDS);
  if (type === 'call') picked.output ??= '0x';
  return picked;
}

function pick<Name extends string>(from: unknown, names: readonly Name[]): { [name in Name]?: string } {
  const picked: { [name in Name]?: string } = {};
  if (!isRecord(from)) return picked;
  for (const name of names) {
    const value = from[name];
    if (typeof value === 'string' && isPlain(value)) picked[name] = value;
  }
  return picked;
}

function isPlain(value: string): boolean {
  return QUANTITY.test(value) || WORD.test(value) || isHexData(value);
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
