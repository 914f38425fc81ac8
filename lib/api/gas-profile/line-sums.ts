import { openSource, type SourceText } from '@/lib/api/failing-line/source-text';
import { listCounted } from '@/lib/evm/check-gas-trace';
import type { GasAccount } from '@/lib/evm/gas-profile';
import type { CounterGas, GasNode, GasTrace } from '@/lib/evm/gas-tracer';
import {
  createLookup,
  functionAt,
  functionOfSelector,
  type OutlinedFunction,
} from '@/lib/evm/locate-failure';
import type { SourceRange } from '@/lib/evm/source-map';
import type { KnownCode, LoadedGas } from './line-loader';

/** Gas of a line: of its own instructions, of calls of contracts that it made, and how often it was executed. */
export type LineGas = {
  readonly code: KnownCode;
  readonly path: string;
  readonly line: number;
  readonly around: OutlinedFunction | undefined;
  gas: number;
  inner: number;
  count: number;
};

/** A call path: a call of a contract, or of a function inside; `total` is with all inside. */
export type GasFrame = Readonly<{
  parent: number | null;
  depth: number;
  code: string;
  /** The selector of a call of a contract, `create` of a creation, null of a function. */
  selector: string | null;
  around: OutlinedFunction | undefined;
  calls: number;
  gas: number;
  total: number;
}>;

type Codes = ReadonlyMap<string, KnownCode>;

const texts = new WeakMap<KnownCode, Map<number, SourceText | undefined>>();

/** The text of a file of code, divided into lines once. */
export function textOf(code: KnownCode, file: number): SourceText | undefined {
  const known = texts.get(code) ?? new Map<number, SourceText | undefined>();
  texts.set(code, known);
  if (!known.has(file)) {
    const text = code.texts.get(code.outline.files.get(file) ?? '');
    known.set(file, text === undefined ? undefined : openSource(text));
  }
  return known.get(file);
}

/** Instructions use no more than the outermost call, unless a refund that is not known was subtracted from that. */
export function withinCalls(
  loaded: LoadedGas,
  { calls, refund }: Pick<GasAccount, 'calls' | 'refund'>,
): LoadedGas {
  const traced = loaded.trace?.nodes.reduce((sum, { gas }) => sum + BigInt(gas), 0n) ?? 0n;
  return refund === null || traced <= calls
    ? loaded
    : { ...loaded, trace: undefined, reason: 'trace_contradicts' };
}

/** What is left of the gas belongs to the last instruction if that failed with all of it. */
export function withLast(trace: GasTrace, rest: bigint): GasTrace {
  const { last, nodes, counters } = trace;
  if (!last?.isHalted || rest <= 0n) return trace;
  const gas = Number(rest);
  return {
    ...trace,
    nodes: nodes.map((node, at) => (at === last.node ? { ...node, gas: node.gas + gas } : node)),
    counters: [...counters, { code: last.code, pc: last.pc, gas, inner: 0, count: 1 }],
  };
}

/** Sums up the gas of instructions by the line that each comes from, the most first; those that come from none are left out. */
export function sumLines(counters: readonly CounterGas[], codes: Codes): LineGas[] {
  const lines = new Map<string, LineGas>();
  const finders = new Map([...codes].map(([key, code]) => [key, createFinder(code)] as const));
  for (const { code, pc, gas, inner, count } of counters) {
    const found = finders.get(code)?.(pc);
    if (found === undefined) continue;
    const key = `${code}/${found.path}:${found.line}`;
    const sum = lines.get(key) ?? { ...found, gas: 0, inner: 0, count: 0 };
    lines.set(key, sum);
    sum.gas += gas;
    sum.inner += inner;
    sum.count = Math.max(sum.count, count);
  }
  return [...lines.values()].sort((one, other) => other.gas - one.gas);
}

type Found = Pick<LineGas, 'code' | 'path' | 'line' | 'around'>;

/** Many instructions come from the same part of a source, which is looked up once. */
function createFinder(code: KnownCode): (pc: number) => Found | undefined {
  const at = createLookup(code.outline);
  const known = new Map<string, Found | undefined>();
  const find = (range: SourceRange): Found | undefined => {
    const path = code.outline.files.get(range.file);
    const line = textOf(code, range.file)?.lineOf(range.start);
    if (path === undefined || line === undefined) return undefined;
    return { code, path, line, around: functionAt(code.outline, range) };
  };
  return (pc) => {
    const range = at(pc);
    if (range === undefined) return undefined;
    const key = `${range.file}:${range.start}:${range.length}`;
    if (!known.has(key)) known.set(key, find(range));
    return known.get(key);
  };
}

/**
 * Call paths as frames, each after the one around it. What has no function of its own in the sources, as what the compiler
 * generates, is part of the frame around it, as is a function that calls itself.
 */
export function buildFrames(nodes: readonly GasNode[], codes: Codes): GasFrame[] {
  type Draft = { -readonly [Field in keyof GasFrame]: GasFrame[Field] };
  const drafts: Draft[] = [];
  const placed: number[] = [];
  const counted = listCounted(nodes, codes);
  for (const [at, { parent, code, entry, calls, gas }] of nodes.entries()) {
    const outer = placed[parent];
    const caller = outer === undefined ? undefined : drafts[outer];
    const around = functionOf(counted[at] ? codes.get(code) : undefined, entry);
    const isPart = typeof entry === 'number' && (around === undefined || around === caller?.around);
    if (isPart && outer !== undefined && caller !== undefined) {
      caller.gas += gas;
      placed.push(outer);
      continue;
    }
    placed.push(drafts.length);
    drafts.push({
      ...{
        parent: outer ?? null,
        depth: caller === undefined ? 0 : caller.depth + 1,
        code,
        around,
        calls,
        gas,
      },
      ...{ selector: typeof entry === 'number' ? null : entry, total: 0 },
    });
  }
  for (const draft of drafts.toReversed()) {
    draft.total += draft.gas;
    const outer = draft.parent === null ? undefined : drafts[draft.parent];
    if (outer) outer.total += draft.total;
  }
  return drafts;
}

function functionOf(code: KnownCode | undefined, entry: string | number): OutlinedFunction | undefined {
  if (code === undefined) return undefined;
  const { map, files } = code.outline;
  if (typeof entry === 'string') return functionOfSelector(code.outline, entry.slice(2));
  const range = map.get(entry)?.range;
  return range === undefined || !files.has(range.file) ? undefined : functionAt(code.outline, range);
}
