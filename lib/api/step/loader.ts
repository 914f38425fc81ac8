import type { z } from 'zod';
import { loadCallTree } from '@/lib/api/call-tree/loader';
import type { CallContext } from '@/lib/api/implement';
import type { TransactionRow } from '@/lib/api/transaction/query';
import type { listSteps } from '@/lib/endpoints/step';
import type { Argument } from '@/lib/evm/arguments';
import { bufferToHex } from '@/lib/evm/hex';
import { type CodeOutline, createLookup, markCounters } from '@/lib/evm/locate-failure';
import type { SourceRange } from '@/lib/evm/source-map';
import type { StepTrace } from '@/lib/evm/step-trace';
import type { MessageCode } from '@/lib/messages/message';
import { loadArguments } from './arguments-loader';
import { findStop } from './stop-loader';
import { type Code, type Found, find, findCode, lineOf, nameReason, REASONS } from './trace-loader';

/** What is asked for. */
type Query = z.output<typeof listSteps.query>;

/** Steps around one, with the place of it; `reason` says why there are none, or not those that were asked for. */
export type LoadedSteps = Readonly<{
  step: number;
  trace: StepTrace | undefined;
  place: FoundPlace | undefined;
  reason: MessageCode | undefined;
  sourceReason: MessageCode | undefined;
}>;

/** A place in a source, and whose it is. */
type FoundPlace = Readonly<{
  owner: Buffer;
  outline: CodeOutline;
  range: SourceRange;
  path: string;
  text: string;
  /** False for code that the compiler generated: the last place before it, else the definition that it is of. */
  isExact: boolean;
  /** Of the function; undefined where they are not known. */
  arguments: readonly Argument[] | undefined;
  argumentsReason: MessageCode | undefined;
}>;

const DEFAULT_COUNT = 40;

/** Loads the steps around the one that is asked for. */
export async function loadSteps(
  context: CallContext,
  row: TransactionRow,
  query: Query,
): Promise<LoadedSteps> {
  const from = Number(query.step ?? 0);
  const isSearch = [query.call, query.to, query.line].some((one) => one !== undefined);
  const found = isSearch ? await search(context, row, query) : { step: from };
  const step = 'step' in found ? found.step : from;
  const traced = await fetchWindow(context, row, { ...query, step: BigInt(step) });
  if (typeof traced === 'string') return failed(step, traced);
  const { place, reason: sourceReason } = await findPlace(context, row, { trace: traced, step });
  const beyond = traced.state === undefined ? 'step_beyond' : undefined;
  const missing = traced.isCut ? 'trace_cut' : beyond;
  return { step, trace: traced, place, sourceReason, reason: 'reason' in found ? found.reason : missing };
}

const failed = (step: number, reason: MessageCode): LoadedSteps => ({
  ...{ step, trace: undefined, place: undefined, reason, sourceReason: undefined },
});

/** The trace around a step, or why there is none. */
async function fetchWindow(
  { db, services }: CallContext,
  row: TransactionRow,
  query: Query,
): Promise<StepTrace | MessageCode> {
  const count = Number(query.count ?? DEFAULT_COUNT);
  const before = Math.floor(count / 4);
  const window = { before, after: count - before - 1, memoryFrom: Number(query.memory ?? 0) };
  const traced = await services.stepTraces(db.chainId, row.hash, {
    ...window,
    step: Number(query.step ?? 0),
  });
  if (traced.kind !== 'answered') return REASONS[traced.kind];
  const first = traced.value.state?.calls[0];
  const expected = row.to_address ?? row.created_contract;
  // a node of the same number may hold another chain
  if (first?.call === 0 && expected !== null && !first.code?.equals(expected)) return 'trace_contradicts';
  return traced.value;
}

/** The step that a request other than by number leads to. */
async function search(context: CallContext, row: TransactionRow, query: Query): Promise<Found> {
  if (query.to === 'failure') return find(context, row, { kind: 'failure' });
  if (query.to === 'stop')
    return findStop(context, row, { from: Number(query.step ?? -1) + 1, stops: query.stops ?? [] });
  if (query.call !== undefined) return findCall(context, row, Number(query.call));
  const traced = await fetchWindow(context, row, query);
  if (typeof traced === 'string') return { reason: traced };
  const step = Number(query.step ?? 0);
  const call = traced.state?.calls.at(-1);
  const code = await findCode(context, traced);
  if (call === undefined || code === undefined || typeof code === 'string')
    return { reason: typeof code === 'string' ? nameReason(code) : 'step_not_found' };
  const range = lastPlace(code, traced, step);
  const path = query.file ?? (range && code.outline.files.get(range.file)) ?? code.sources.input.target.path;
  const isNext = query.line === undefined;
  const here = isNext && range ? lineOf(code, range) : undefined;
  const isWanted = lineFilter(code, { path: isNext ? undefined : path, line: Number(query.line ?? 0), here });
  const bits = markCounters(code.outline, isWanted);
  const isCreation = call.type.startsWith('CREATE');
  const found = await find(context, row, {
    ...{ kind: 'code', from: step + 1, bits },
    code: isNext || isCreation || call.code === null ? null : bufferToHex(call.code),
    call: isNext || isCreation ? call.call : null,
  });
  const out = traced.next.out;
  return isNext && 'reason' in found && found.reason === 'step_not_found' && out !== undefined
    ? { step: out }
    : found;
}

/** Some nodes list calls of precompiled contracts, others do not: the tracer numbers the other calls. */
async function findCall(context: CallContext, row: TransactionRow, index: number): Promise<Found> {
  const { tree, count } = await loadCallTree(context, row);
  if (tree.length > 0 && index >= tree.length)
    return { reason: index < count ? 'call_beyond' : 'call_not_found' };
  const to = tree[index]?.call.to;
  if (to && isPrecompiled(to)) return { reason: 'step_not_found' };
  const before = tree.slice(0, index).filter(({ call: { to } }) => to === null || !isPrecompiled(to));
  return find(context, row, { kind: 'call', call: tree.length > 0 ? before.length : index });
}

/** As the tracer has it: an address below 0x10000. */
const isPrecompiled = (address: Buffer) => address.subarray(0, 18).every((byte) => byte === 0);

type Wanted = Readonly<{ path: string | undefined; line: number; here: string | undefined }>;

/** Whether a place is on the line that is wanted, or on any other than `here`; each place is looked up once. */
function lineFilter(code: Code, { path, line, here }: Wanted): (range: SourceRange) => boolean {
  const wanted = path === undefined ? undefined : `${path}:${line}`;
  const known = new Map<string, boolean>();
  return (range) => {
    const key = `${range.file}:${range.start}`;
    const name = known.has(key) ? undefined : lineOf(code, range);
    const answer = known.get(key) ?? (wanted === undefined ? name !== here : name === wanted);
    known.set(key, answer);
    return answer;
  };
}

async function findPlace(
  context: CallContext,
  row: TransactionRow,
  { trace, step }: Readonly<{ trace: StepTrace; step: number }>,
): Promise<Readonly<{ place: FoundPlace | undefined; reason: MessageCode | undefined }>> {
  const code = await findCode(context, trace);
  if (code === undefined || typeof code === 'string')
    return { place: undefined, reason: code && nameReason(code) };
  const pc = trace.steps.find(({ index }) => index === step)?.pc ?? -1;
  const own = createLookup(code.outline)(pc);
  const range =
    own ??
    lastPlace(code, trace, step) ??
    (await searchBack(context, row, { code, trace, step })) ??
    code.outline.map.get(pc)?.range;
  const path = range && code.outline.files.get(range.file);
  const text = path === undefined ? undefined : code.sources.texts.get(path);
  if (range === undefined || path === undefined || text === undefined)
    return { place: undefined, reason: 'step_without_line' };
  const { owner, outline } = code;
  const given = await loadArguments(context, row, { code, trace, step, range });
  const known = { arguments: given.arguments, argumentsReason: given.reason };
  const place = { owner, outline, range, path, text, isExact: own !== undefined, ...known };
  return { place, reason: undefined };
}

/** The last place in the same call, of steps that are not listed. */
async function searchBack(
  { db, services }: CallContext,
  row: TransactionRow,
  { code, trace, step }: Readonly<{ code: Code; trace: StepTrace; step: number }>,
): Promise<SourceRange | undefined> {
  const call = trace.state?.calls.at(-1);
  if (call === undefined || call.call < 0) return undefined;
  const bits = markCounters(code.outline, () => true);
  const wanted = { kind: 'code', from: step, code: null, call: call.call, bits, isLast: true } as const;
  const traced = await services.stepTraces(db.chainId, row.hash, wanted);
  const pc =
    traced.kind === 'answered' && traced.value.found !== undefined ? traced.value.foundPc : undefined;
  return pc === undefined ? undefined : createLookup(code.outline)(pc);
}

/** Code that the compiler generated belongs to the last step before it, in the same call, that comes from a source. */
function lastPlace({ outline }: Code, { steps }: StepTrace, step: number): SourceRange | undefined {
  const at = createLookup(outline);
  const call = steps.find(({ index }) => index === step)?.call;
  const before = steps.filter((one) => one.index <= step && one.call === call).toReversed();
  for (const { pc } of before) {
    const range = at(pc);
    if (range !== undefined) return range;
  }
  return undefined;
}
